"""What a process has started."""


def descendants(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            own = [int(word) for word in file.read().split()]
    except FileNotFoundError:
        return []
    return own + [deeper for child in own for deeper in descendants(child)]
