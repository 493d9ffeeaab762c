/*
 * Placed between a program and the C library: makes one file operation in a folder fail. Loaded by LD_PRELOAD.
 *
 * DISK_FOLDER  only paths that contain this text are counted; all others work normally
 * DISK_COUNT   file that gets a byte for each counted operation
 * DISK_AT      number of the failing operation, counted from 1
 * DISK_HOW     "once": only this operation fails (EIO); "on": this and all later ones fail; "full": writes and opens
 *              fail from here on (ENOSPC); "end": the process ends instead; "torn": a write is half done, and then the
 *              process ends
 * DISK_SYNCED  folder that gets the data that would survive a power cut: the last synced content of each file, under
 *              the name at the last sync of the folder or of the file itself
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define FILES 4096
static atomic_int watched[FILES];
static atomic_long operations;

static int is_ours(const char *path) {
  const char *folder = getenv("DISK_FOLDER");
  return folder && path && strstr(path, folder);
}

static int is_watched(int file) { return file >= 0 && file < FILES && watched[file]; }

#define REAL(type, name, ...)                                   \
  static type (*real)(__VA_ARGS__);                             \
  if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static void count(void) {
  static int (*real_open)(const char *, int, ...);
  static ssize_t (*real_write)(int, const void *, size_t);
  if (!real_open) real_open = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
  if (!real_write) real_write = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  const char *path = getenv("DISK_COUNT");
  int file = path ? real_open(path, O_WRONLY | O_APPEND | O_CREAT, 0600) : -1;
  if (file < 0) return;
  (void)!real_write(file, ".", 1);
  close(file);
}

static void end(void) {
  kill(getpid(), SIGKILL);
  pause();
}

/* Names changed since the last sync of the folder: renames, links, and, without `to`, removals. */
#define CHANGES 1024
static struct { char from[256], to[256]; int links; } changes[CHANGES];
static int changed;
static pthread_mutex_t synced = PTHREAD_MUTEX_INITIALIZER;

static const char *name_in(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static void name_changes(const char *from, const char *to, int links) {
  if (!getenv("DISK_SYNCED")) return;
  pthread_mutex_lock(&synced);
  if (changed == CHANGES) abort();
  snprintf(changes[changed].from, 256, "%s", name_in(from));
  snprintf(changes[changed].to, 256, "%s", to ? name_in(to) : "");
  changes[changed++].links = links;
  pthread_mutex_unlock(&synced);
}

static void synced_path(char *path, const char *name) {
  snprintf(path, 4096, "%s/%s", getenv("DISK_SYNCED"), name);
}

static void keep_folder(void) {
  static int (*real_rename)(const char *, const char *), (*real_link)(const char *, const char *);
  static int (*real_unlink)(const char *);
  if (!real_rename) real_rename = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
  if (!real_link) real_link = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "link");
  if (!real_unlink) real_unlink = (int (*)(const char *))dlsym(RTLD_NEXT, "unlink");
  for (int i = 0; i < changed; i++) {
    char from[4096], to[4096];
    synced_path(from, changes[i].from);
    synced_path(to, changes[i].to);
    if (changes[i].to[0] == 0) real_unlink(from);
    else if (changes[i].links) (void)!real_link(from, to);
    else (void)!real_rename(from, to);
  }
  changed = 0;
}

static void keep_file(const char *link, const char *name) {
  static int (*real_open)(const char *, int, ...);
  static ssize_t (*real_write)(int, const void *, size_t);
  if (!real_open) real_open = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
  if (!real_write) real_write = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  char path[4096], block[65536];
  synced_path(path, name);
  int file = real_open(link, O_RDONLY), copy = real_open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || copy < 0) abort();
  ssize_t size;
  for (off_t at = 0; (size = pread(file, block, sizeof block, at)) > 0; at += size)
    if (real_write(copy, block, size) != size) abort();
  close(copy);
  close(file);
}

/* Called when a file or the folder was synced. */
static void keep(int file) {
  if (!getenv("DISK_SYNCED")) return;
  char link[64], path[4096];
  struct stat about;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0 || fstat(file, &about)) abort();
  path[size] = 0;
  pthread_mutex_lock(&synced);
  if (S_ISDIR(about.st_mode)) keep_folder();
  else if (!strstr(path, " (deleted)")) keep_file(link, name_in(path));
  pthread_mutex_unlock(&synced);
}

/* Outcome of the operation that starts now: 0 succeeds, 1 fails, 2 is half done. */
static int fate(int needs_room) {
  long number = ++operations;
  count();
  const char *at_text = getenv("DISK_AT"), *how = getenv("DISK_HOW");
  if (!at_text || !how) return 0;
  long at = atol(at_text);
  if (number < at) return 0;
  if (number == at && !strcmp(how, "end")) end();
  if (number == at && !strcmp(how, "torn")) return 2;
  if ((number == at && !strcmp(how, "once")) || !strcmp(how, "on")) {
    errno = EIO;
    return 1;
  }
  if (!strcmp(how, "full") && needs_room) {
    errno = ENOSPC;
    return 1;
  }
  return 0;
}

static int refuses(int needs_room) {
  int found = fate(needs_room);
  if (found == 2) end();
  return found;
}

#define OPEN(name)                                              \
  int name(const char *path, int flags, ...) {                  \
    REAL(int, #name, const char *, int, ...);                   \
    va_list more;                                               \
    va_start(more, flags);                                      \
    mode_t mode = va_arg(more, mode_t);                         \
    va_end(more);                                               \
    int ours = is_ours(path);                                   \
    if (ours && refuses(flags & O_CREAT)) return -1;            \
    int file = real(path, flags, mode);                         \
    if (file >= 0 && file < FILES) watched[file] = ours;        \
    return file;                                                \
  }
OPEN(open)
OPEN(open64)

int close(int file) {
  REAL(int, "close", int);
  if (file >= 0 && file < FILES) watched[file] = 0;
  return real(file);
}

#define PUT(name, offset_type)                                                              \
  ssize_t name(int file, const void *bytes, size_t size, offset_type at) {                  \
    REAL(ssize_t, #name, int, const void *, size_t, offset_type);                           \
    int found = is_watched(file) ? fate(1) : 0;                                             \
    if (found == 1) return -1;                                                              \
    if (found == 2) {                                                                       \
      (void)!real(file, bytes, size / 2, at);                                               \
      end();                                                                                \
    }                                                                                       \
    return real(file, bytes, size, at);                                                     \
  }
PUT(pwrite, off_t)
PUT(pwrite64, off64_t)

ssize_t write(int file, const void *bytes, size_t size) {
  REAL(ssize_t, "write", int, const void *, size_t);
  int found = is_watched(file) ? fate(1) : 0;
  if (found == 1) return -1;
  if (found == 2) {
    (void)!real(file, bytes, size / 2);
    end();
  }
  return real(file, bytes, size);
}

#define ON_FILE(name)                          \
  int name(int file) {                         \
    REAL(int, #name, int);                     \
    int ours = is_watched(file);               \
    if (ours && refuses(0)) return -1;         \
    int result = real(file);                   \
    if (ours && result == 0) keep(file);       \
    return result;                             \
  }
ON_FILE(fsync)
ON_FILE(fdatasync)

#define CUT(name, offset_type)                                     \
  int name(int file, offset_type size) {                           \
    REAL(int, #name, int, offset_type);                            \
    return is_watched(file) && refuses(1) ? -1 : real(file, size); \
  }
CUT(ftruncate, off_t)
CUT(ftruncate64, off64_t)

#define ON_PATHS(name, links)                                   \
  int name(const char *from, const char *to) {                  \
    REAL(int, #name, const char *, const char *);               \
    int ours = is_ours(from);                                   \
    if (ours && refuses(1)) return -1;                          \
    int result = real(from, to);                                \
    if (ours && result == 0) name_changes(from, to, links);     \
    return result;                                              \
  }
ON_PATHS(rename, 0)
ON_PATHS(link, 1)

int unlink(const char *path) {
  REAL(int, "unlink", const char *);
  int ours = is_ours(path);
  if (ours && refuses(0)) return -1;
  int result = real(path);
  if (ours && result == 0) name_changes(path, 0, 0);
  return result;
}
