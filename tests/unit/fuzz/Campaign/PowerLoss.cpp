//===- PowerLoss.cpp - What is on the disk when the power goes ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "PowerLoss.h"
#include "compiler/Support/Random/Random.h"
#include <algorithm>
#include <cstring>

static constexpr int64_t sectorSize = 512;

static void applyChange(std::string &content, const PowerLoss::Change &change) {
  if (!change.bytes) {
    content.resize(change.offset);
    return;
  }
  size_t end = change.offset + change.bytes->size();
  if (content.size() < end)
    content.resize(end);
  std::copy(change.bytes->begin(), change.bytes->end(),
            content.begin() + change.offset);
}

namespace {
/// What SQLite holds of an open file; the machine's own stands behind it.
struct OpenFile {
  sqlite3_file base;
  PowerLoss *power;
  PowerLoss::File *file;
  sqlite3_file *own() { return reinterpret_cast<sqlite3_file *>(this + 1); }
};
} // namespace

static OpenFile *opened(sqlite3_file *file) {
  return reinterpret_cast<OpenFile *>(file);
}
static sqlite3_file *own(sqlite3_file *file) { return opened(file)->own(); }

static int closeFile(sqlite3_file *file) {
  return own(file)->pMethods->xClose(own(file));
}
static int readFile(sqlite3_file *file, void *to, int size,
                    sqlite3_int64 offset) {
  return own(file)->pMethods->xRead(own(file), to, size, offset);
}
static int writeFile(sqlite3_file *file, const void *from, int size,
                     sqlite3_int64 offset) {
  opened(file)->file->unsynced.push_back(
      {offset, std::string(static_cast<const char *>(from), size)});
  return own(file)->pMethods->xWrite(own(file), from, size, offset);
}
static int truncateFile(sqlite3_file *file, sqlite3_int64 size) {
  opened(file)->file->unsynced.push_back({size, std::nullopt});
  return own(file)->pMethods->xTruncate(own(file), size);
}
static int syncFile(sqlite3_file *file, int) {
  PowerLoss::File &known = *opened(file)->file;
  if (opened(file)->power->liesAboutSync)
    return SQLITE_OK;
  for (const PowerLoss::Change &change : known.unsynced)
    applyChange(known.synced, change);
  known.unsynced.clear();
  known.isNamed = true;
  return SQLITE_OK;
}
static int sizeOfFile(sqlite3_file *file, sqlite3_int64 *size) {
  return own(file)->pMethods->xFileSize(own(file), size);
}
static int lockFile(sqlite3_file *file, int lock) {
  return own(file)->pMethods->xLock(own(file), lock);
}
static int unlockFile(sqlite3_file *file, int lock) {
  return own(file)->pMethods->xUnlock(own(file), lock);
}
static int checkLock(sqlite3_file *file, int *result) {
  return own(file)->pMethods->xCheckReservedLock(own(file), result);
}
static int control(sqlite3_file *file, int what, void *argument) {
  return own(file)->pMethods->xFileControl(own(file), what, argument);
}
static int sectorOf(sqlite3_file *) { return sectorSize; }
static int traitsOf(sqlite3_file *) { return 0; }
static int mapShared(sqlite3_file *file, int page, int size, int extend,
                     void volatile **memory) {
  return own(file)->pMethods->xShmMap(own(file), page, size, extend, memory);
}
static int lockShared(sqlite3_file *file, int offset, int count, int flags) {
  return own(file)->pMethods->xShmLock(own(file), offset, count, flags);
}
static void barrier(sqlite3_file *file) {
  own(file)->pMethods->xShmBarrier(own(file));
}
static int unmapShared(sqlite3_file *file, int remove) {
  return own(file)->pMethods->xShmUnmap(own(file), remove);
}

static const sqlite3_io_methods methods = {
    2,        closeFile,   readFile, writeFile,  truncateFile,
    syncFile, sizeOfFile,  lockFile, unlockFile, checkLock,
    control,  sectorOf,    traitsOf, mapShared,  lockShared,
    barrier,  unmapShared, nullptr,  nullptr};

static sqlite3_vfs *ownSystem;

static int openFile(sqlite3_vfs *vfs, const char *path, sqlite3_file *file,
                    int flags, int *flagsOut) {
  auto *power = static_cast<PowerLoss *>(vfs->pAppData);
  int code = ownSystem->xOpen(ownSystem, path, own(file), flags, flagsOut);
  file->pMethods = code == SQLITE_OK ? &methods : nullptr;
  opened(file)->power = power;
  opened(file)->file = &power->files[path ? path : ""];
  return code;
}
static int removeFile(sqlite3_vfs *vfs, const char *path, int syncFolder) {
  static_cast<PowerLoss *>(vfs->pAppData)->files.erase(path);
  return ownSystem->xDelete(ownSystem, path, syncFolder);
}

PowerLoss::PowerLoss(bool liesAboutSync) : liesAboutSync(liesAboutSync) {
  before = ownSystem = sqlite3_vfs_find(nullptr);
  vfs = *before;
  vfs.zName = "power-loss";
  vfs.pAppData = this;
  vfs.szOsFile = int(sizeof(OpenFile)) + before->szOsFile;
  vfs.pNext = nullptr;
  vfs.xOpen = openFile;
  vfs.xDelete = removeFile;
  sqlite3_vfs_register(&vfs, /*makeDflt=*/1);
}

PowerLoss::~PowerLoss() {
  sqlite3_vfs_unregister(&vfs);
  sqlite3_vfs_register(before, /*makeDflt=*/1);
}

std::map<std::string, std::string> PowerLoss::survivors(uint64_t seed) const {
  uint64_t state = seed;
  std::map<std::string, std::string> left;
  for (const auto &[path, file] : files) {
    std::string content = file.synced;
    bool isThere = file.isNamed || tilefuzz::nextRandom(state) % 2;
    // One in four disks writes all, one nothing, the others some.
    uint64_t kind = tilefuzz::nextRandom(state) % 4;
    for (const Change &change : file.unsynced) {
      bool isWritten =
          kind == 0 || (kind > 1 && tilefuzz::nextRandom(state) % 2);
      if (!isWritten)
        continue;
      Change part = change;
      // Of a write that spans sectors, maybe only the first ones.
      if (kind == 3 && part.bytes && part.bytes->size() > sectorSize)
        part.bytes->resize(sectorSize *
                           (1 + tilefuzz::nextRandom(state) %
                                    (part.bytes->size() / sectorSize)));
      applyChange(content, part);
    }
    if (isThere)
      left[path] = content;
  }
  return left;
}
