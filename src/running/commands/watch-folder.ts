import { readdirSync, type Stats, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureFolder } from '../../catalog/opening/open.ts'
import { FileFault } from '../../intake/ingest/file-fault.ts'
import { type Report, shortSummaryOf } from '../../intake/ingest/report.ts'
import { runsIn } from '../../intake/ingest/run-folder.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type ImportSettings, importFiles, unusable } from './import-files.ts'

/** A folder whose files are imported as they arrive. */
export interface WatchedFolder {
  readonly path: string
  /**
   * Milliseconds for which a file must stay unchanged before it is imported. A file that is still being written
   * changes.
   */
  readonly stillMs: number
}

/** A stored note that prevents a file from being imported twice, even after a restart or a failure. */
interface FileNote {
  readonly size: number
  readonly mtimeMs: number
  /** The time of the import, in milliseconds since 1970. */
  readonly atMs: number
  /** Why the import failed; absent if it succeeded. */
  readonly failure?: string
}

/** The state of a file when the folder was last read. */
interface Look {
  readonly size: number
  readonly mtimeMs: number
  /** Since when the file has been unchanged, by this machine's clock. */
  readonly sinceMs: number
}

/** Milliseconds between two checks of the folder. */
const LOOK_MS = 1000
/** Milliseconds before the next attempt after a failure that the file did not cause. */
const RETRY_MS = 10_000
/** Notes on files that left the folder are deleted after this time. */
const FORGOTTEN_MS = 90 * 86_400_000

/** The number of crashes in a row after which a file is skipped until it changes. */
const CRASHES_MAX = 2

/** Names of unfinished files, and of files that belong to a shapefile. */
const NOT_MEANT = /^[.~]|\.(part|partial|tmp|temp|filepart|crdownload|dbf|shx|prj|cpg|sbn|sbx)$|~$/i

/**
 * Imports the files of a folder as they arrive, in the order of their names. After Ctrl-C, finishes the current file.
 * The import and the note about its file are stored in one transaction. If a file fails, the failure is reported and
 * the file is retried when it changes. If the program crashed while importing a file, for example because memory ran
 * out, this file comes last at the next start and is skipped after the second crash. Throws a CommandFault if the
 * folder or the catalog cannot be used.
 */
export async function watchFolder(
  terminal: Terminal,
  folder: WatchedFolder,
  settings: ImportSettings,
  json: boolean,
): Promise<void> {
  if (settings.store.isFolder) ensureFolder(settings.dataDir) // its runs show which file was being imported in a crash
  const watch = new FolderWatch(terminal, folder, settings, json)
  watch.forget()
  while (!terminal.interrupted.aborted) {
    const waitMs = await watch.look()
    await sleep(waitMs, undefined, { signal: terminal.interrupted }).catch(() => undefined) // ends the loop
  }
}

class FolderWatch {
  readonly #terminal: Terminal
  readonly #folder: WatchedFolder
  readonly #settings: ImportSettings
  readonly #json: boolean
  readonly #looks = new Map<string, Look>()
  /** Imported files by name. The catalog contains the notes about other files. */
  readonly #taken = new Map<string, FileNote>()
  /** Times of imports in which the program crashed, by the path of the file, latest first. */
  readonly #crashes: ReadonlyMap<string, readonly number[]>
  /** The last reported trouble, so that it is not reported again at every attempt. */
  #trouble = ''

  constructor(terminal: Terminal, folder: WatchedFolder, settings: ImportSettings, json: boolean) {
    this.#terminal = terminal
    this.#folder = { ...folder, path: resolve(folder.path) }
    this.#settings = settings
    this.#json = json
    this.#crashes = crashesIn(settings, terminal.clock.now())
  }

  /** Imports the files that are ready. Returns the time until the next check. */
  async look(): Promise<number> {
    for (const [name, look] of this.#ready()) {
      if (this.#terminal.interrupted.aborted) break
      if (!(await this.#take(name, look))) return RETRY_MS
    }
    return LOOK_MS
  }

  /** Deletes the notes on files that left the folder long ago. */
  forget(): void {
    const { store } = this.#settings
    const there = new Set(this.#files().map(([name]) => name))
    const beginning = this.#noteName('')
    const goneMs = this.#terminal.clock.now() - FORGOTTEN_MS
    const old = [...store.notes(beginning)].filter(
      ([name, text]) => !there.has(name.slice(beginning.length)) && readNote(text).atMs < goneMs,
    )
    store.keepNotes(new Map(old.map(([name]) => [name, undefined])))
  }

  /** Returns complete files that were not imported yet, sorted by crashes and then by name. */
  #ready(): [string, Look][] {
    const nowMs = this.#terminal.clock.now()
    const files = this.#files()
    const names = new Set(files.map(([name]) => name))
    for (const name of this.#looks.keys()) if (!names.has(name)) this.#looks.delete(name)
    const still = files.flatMap(([name, { size, mtimeMs }]): [string, Look][] => {
      const before = this.#looks.get(name)
      const look = isSame(before, { size, mtimeMs }) ? before : { size, mtimeMs, sinceMs: nowMs }
      this.#looks.set(name, look)
      return nowMs - look.sinceMs >= this.#folder.stillMs && !isSame(this.#taken.get(name), look) ? [[name, look]] : []
    })
    if (still.length === 0) return []
    const notes = this.#settings.store.notes(this.#noteName(''))
    const ready = still.filter(([name, look]) => {
      const text = notes.get(this.#noteName(name))
      const note = text === undefined ? undefined : readNote(text)
      if (note === undefined || !isSame(note, look)) return true
      this.#taken.set(name, note)
      return false
    })
    return ready.toSorted(([one], [other]) => this.#crashesOf(one) - this.#crashesOf(other)) // a stable sort
  }

  /** Returns how many times in a row the program crashed while importing the present version of a file. */
  #crashesOf(name: string): number {
    const path = join(this.#folder.path, name)
    const crashes = this.#crashes.get(path)
    const { ctimeMs = 0 } = (crashes && this.#stats(name)) ?? {}
    return crashes?.filter((startMs) => startMs >= ctimeMs).length ?? 0
  }

  #files(): [string, Stats][] {
    try {
      return readdirSync(this.#folder.path)
        .filter((name) => !NOT_MEANT.test(name))
        .sort()
        .flatMap((name): [string, Stats][] => {
          const stats = this.#stats(name)
          return stats ? [[name, stats]] : []
        })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      const why = REASONS[code ?? ''] ?? `the system reports ${code}`
      throw new CommandFault(`Cannot watch "${this.#folder.path}": ${why}.`, EXIT.noInput, { cause: error })
    }
  }

  /** Returns undefined for a file that is not regular, was removed, or cannot be read, such as a link to itself. */
  #stats(name: string): Stats | undefined {
    try {
      const stats = statSync(join(this.#folder.path, name))
      return stats.isFile() ? stats : undefined
    } catch {
      return undefined
    }
  }

  /** Imports one file. Returns false if it failed for a reason outside the file, such as a full disk. */
  async #take(name: string, look: Look): Promise<boolean> {
    const stats = this.#stats(name)
    // The file may have changed while earlier files were imported.
    if (stats === undefined || !isSame(look, stats)) return true
    const { size, mtimeMs } = look
    const note = { size, mtimeMs, atMs: this.#terminal.clock.now() }
    const noteName = this.#noteName(name)
    const crashes = this.#crashesOf(name)
    if (crashes >= CRASHES_MAX) {
      const failure = `the program crashed ${crashes} times while it imported this file, which is skipped until it changes.`
      this.#fail(name, { ...note, failure })
      return true
    }
    if (crashes > 0)
      this.#terminal.note(`${this.#now()} ${name} is imported last, because the program crashed while importing it.`)
    let phase: Phase = 'reading'
    try {
      const report = await importFiles(this.#terminal, [join(this.#folder.path, name)], this.#settings, {
        notes: new Map([[noteName, JSON.stringify(note)]]),
        signal: new AbortController().signal, // never aborted: Ctrl-C waits for the file
        onOpening: () => {
          phase = 'opening'
        },
        onOpen: (writer) => {
          phase = 'writing'
          const stored = writer.note(noteName)
          if (stored !== undefined && isSame(readNote(stored), note)) throw new AlreadyImported()
        },
        isRecorded: (error) => !(error instanceof AlreadyImported) && (isOfFile(error, phase) || !isPassing(error)),
      })
      const fault = unusable(report)
      if (fault) this.#fail(name, { ...note, failure: fault.message })
      else this.#report(name, report)
      this.#taken.set(name, note)
      return true
    } catch (error) {
      if (error instanceof AlreadyImported) {
        this.#taken.set(name, note)
        return true
      }
      const failure = error instanceof Error ? error.message : String(error)
      if (isOfFile(error, phase)) {
        this.#fail(name, { ...note, failure })
        return true
      }
      if (!isPassing(error)) throw error
      if (this.#trouble !== failure) this.#terminal.note(`${name} waits: ${failure}`)
      this.#trouble = failure
      return false
    }
  }

  #report(name: string, report: Report): void {
    this.#trouble = ''
    this.#terminal.print(this.#json ? JSON.stringify(report) : `${this.#now()} ${name}: ${shortSummaryOf(report)}`)
  }

  #fail(name: string, note: FileNote & { readonly failure: string }): void {
    this.#trouble = ''
    this.#taken.set(name, note)
    const { failure } = note
    if (this.#json) this.#terminal.note(JSON.stringify({ file: name, error: { message: failure } }))
    else this.#terminal.note(`${this.#now()} ${name} failed: ${failure}`)
    this.#settings.store.keepNotes(new Map([[this.#noteName(name), JSON.stringify(note)]]))
  }

  #now(): string {
    return new Date(this.#terminal.clock.now()).toISOString().slice(0, 19)
  }

  /**
   * Returns the name of a file's note. The mapping is part of the name, because several mappings may read a file for
   * different nouns.
   */
  #noteName(name: string): string {
    return `file ${this.#settings.mapping.name} ${this.#folder.path}/${name}`
  }
}

/** Returns the start times of imports that ended in a crash, by file, since the last completed import of the file. */
function crashesIn({ dataDir, mapping }: ImportSettings, nowMs: number): ReadonlyMap<string, readonly number[]> {
  const crashes = new Map<string, number[]>()
  const completed = new Set<string>()
  for (const { kind, state, mapping: name, files, startedAt } of runsIn(dataDir, nowMs)) {
    const [path = ''] = files
    if (kind !== 'watch' || name !== mapping.name || state === 'running') continue
    if (state !== 'lost') completed.add(path)
    else if (!completed.has(path)) crashes.set(path, [...(crashes.get(path) ?? []), Date.parse(startedAt)])
  }
  return crashes
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'it is a file, not a folder',
  EACCES: 'permission denied',
}

function readNote(text: string): FileNote {
  return JSON.parse(text) as FileNote // written above, under a checksum
}

function isSame<F extends Pick<FileNote, 'size' | 'mtimeMs'>>(
  one: F | undefined,
  other: Pick<FileNote, 'size' | 'mtimeMs'>,
): one is F {
  return one !== undefined && one.size === other.size && one.mtimeMs === other.mtimeMs
}

type Phase = 'reading' | 'opening' | 'writing'

/** Thrown if another process imported the file after the last check of the folder. */
class AlreadyImported extends Error {}

/** Whether the file caused the failure. Failures to open the catalog and full disks have other causes. */
function isOfFile(error: unknown, phase: Phase): boolean {
  return error instanceof FileFault || (phase !== 'opening' && !isPassing(error))
}

/** Whether a retry may succeed, because another process was writing or the disk was full. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof CommandFault)) return false
  return error.exitCode === EXIT.busy || error.exitCode === EXIT.cannotWrite || error.exitCode === EXIT.io
}
