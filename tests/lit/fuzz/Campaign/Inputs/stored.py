"""What a database and the folders beside it hold."""

import os
import sqlite3


def stored(database):
    """All that must not depend on deaths, nor on the number of workers."""
    connection = sqlite3.connect(database)

    def rows(sql):
        return connection.execute(sql).fetchall()

    base = os.path.splitext(database)[0]
    corpus = {}
    for name in sorted(os.listdir(base + ".corpus")):
        with open(os.path.join(base + ".corpus", name), encoding="utf-8") as file:
            corpus[name] = file.read()
    # There is no folder where nothing was found.
    found = os.listdir(base + ".findings") if os.path.isdir(base + ".findings") else []
    names = [n for n in found if n != "pending"]
    pending = os.path.join(base + ".findings", "pending")
    return {
        "findings": [
            (signature, os.path.basename(path), count)
            for signature, path, count in rows(
                "SELECT signature, folder, duplicates FROM findings ORDER BY id"
            )
        ],
        "folders": sorted(names),
        "pending": os.listdir(pending) if os.path.isdir(pending) else [],
        "counters": rows(
            # What a solver says of a pair depends on how much time it got.
            "SELECT name, value FROM counters WHERE name NOT LIKE '%-us:%' AND "
            "name NOT LIKE 'pair:%' AND name NOT LIKE 'pair-rewrite:%' AND "
            "name != 'worker killed from outside' ORDER BY name"
        ),
        "firings": rows("SELECT pattern, value FROM firings ORDER BY pattern"),
        "coverage": rows("SELECT feature, program FROM coverage ORDER BY feature"),
        "done": rows("SELECT done FROM runs"),
        "corpus": corpus,
    }
