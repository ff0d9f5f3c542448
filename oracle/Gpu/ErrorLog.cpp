//===- ErrorLog.cpp - What a driver writes to standard error --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Gpu/ErrorLog.h"
#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace tilefuzz::conform;

static constexpr size_t memorySize = 64 * 1024, shortSize = 4096;

std::string tilefuzz::conform::shortened(std::string_view log) {
  size_t last = log.find_last_not_of(std::string_view(" \t\r\n\0", 5));
  log = log.substr(0, last == std::string_view::npos ? 0 : last + 1);
  if (log.size() <= shortSize)
    return std::string(log);
  constexpr size_t part = shortSize / 2 - 32;
  return std::string(log.substr(0, part)) + "\n[" +
         std::to_string(log.size() - 2 * part) + " bytes left out]\n" +
         std::string(log.substr(log.size() - part));
}

void tilefuzz::conform::addLog(std::string &text, const char *title,
                               std::string_view log) {
  std::string kept = shortened(log);
  if (kept.empty())
    return;
  if (!text.empty())
    text += '\n';
  text += title;
  text += ": ";
  text += kept;
}

ErrorLog::ErrorLog() {
  file = memfd_create("driver-errors", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file >= 0 && (ftruncate(file, memorySize) ||
                    fcntl(file, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK))) {
    close(file);
    file = -1;
  }
}

ErrorLog::~ErrorLog() {
  if (file >= 0)
    close(file);
}

void ErrorLog::redirect() const {
  if (file >= 0)
    dup2(file, STDERR_FILENO);
}

void ErrorLog::clear() const {
  std::fflush(stderr);
  if (file >= 0)
    lseek(file, 0, SEEK_SET);
}

std::string ErrorLog::text() const {
  std::fflush(stderr);
  off_t size = file < 0 ? 0 : lseek(file, 0, SEEK_CUR);
  std::string text(size > 0 ? std::min<size_t>(size, memorySize) : 0, '\0');
  ssize_t got = text.empty() ? 0 : pread(file, text.data(), text.size(), 0);
  text.resize(got > 0 ? size_t(got) : 0);
  return text;
}
