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
   * A file must be unchanged for this many milliseconds before it is imported, because another program may still be
   * writing it.
   */
  readonly stillMs: number
}

/** A note in the catalog about an imported or failed file. It prevents a second import, even after a restart. */
interface FileNote {
  readonly size: number
  readonly mtimeMs: number
  /** The time of the import, in milliseconds since 1970. */
  readonly atMs: number
  /** Why the import failed; undefined if it succeeded. */
  readonly failure?: string
}

/** The state of a file at the last check of the folder. */
interface Look {
  readonly size: number
  readonly mtimeMs: number
  /** When the file was first seen in this state, by this machine's clock. */
  readonly sinceMs: number
}

/** Milliseconds between two checks of the folder. */
const LOOK_MS = 1000
/** Milliseconds until the next attempt if something other than the file caused the failure. */
const RETRY_MS = 10_000
/** Notes about files that left the folder are deleted 90 days after the import. */
const FORGOTTEN_MS = 90 * 86_400_000

/** Number of consecutive crashes after which a file is skipped until it changes. */
const CRASHES_MAX = 2

/** Matches the names of files to ignore: unfinished files, and companion files of a shapefile. */
const NOT_MEANT = /^[.~]|\.(part|partial|tmp|temp|filepart|crdownload|dbf|shx|prj|cpg|sbn|sbx)$|~$/i

/**
 * Imports files of a folder as they arrive, sorted by name. Ctrl-C lets the current import finish.
 *
 * An import and the note about its file are stored in one transaction. A failed file is reported, and retried when it
 * changes. If the program crashed during a file's import, the file comes last at the next start, and is skipped after
 * the second crash.
 *
 * Throws a CommandFault if the folder or the catalog cannot be used.
 */
export async function watchFolder(
  terminal: Terminal,
  folder: WatchedFolder,
  settings: ImportSettings,
  json: boolean,
): Promise<void> {
  if (settings.store.isFolder) ensureFolder(settings.dataDir) // the reports of runs show during which file the program crashed
  const watch = new FolderWatch(terminal, folder, settings, json)
  watch.forget()
  while (!terminal.interrupted.aborted) {
    const waitMs = await watch.look()
    await sleep(waitMs, undefined, { signal: terminal.interrupted }).catch(() => undefined) // Ctrl-C ends the pause and the loop
  }
}

class FolderWatch {
  readonly #terminal: Terminal
  readonly #folder: WatchedFolder
  readonly #settings: ImportSettings
  readonly #json: boolean
  readonly #looks = new Map<string, Look>()
  /** Files that were imported or failed, by name. For all other files, the catalog may have a note. */
  readonly #taken = new Map<string, FileNote>()
  /** Start times of imports that crashed, by file path, latest first. */
  readonly #crashes: ReadonlyMap<string, readonly number[]>
  /** The last reported problem, so that each problem is reported only once. */
  #trouble = ''

  constructor(terminal: Terminal, folder: WatchedFolder, settings: ImportSettings, json: boolean) {
    this.#terminal = terminal
    this.#folder = { ...folder, path: resolve(folder.path) }
    this.#settings = settings
    this.#json = json
    this.#crashes = crashesIn(settings, terminal.clock.now())
  }

  /** Imports all complete new files. Returns the milliseconds until the next check. */
  async look(): Promise<number> {
    for (const [name, look] of this.#ready()) {
      if (this.#terminal.interrupted.aborted) break
      if (!(await this.#take(name, look))) return RETRY_MS
    }
    return LOOK_MS
  }

  /** Deletes old notes about files that left the folder. */
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

  /** Returns new, complete files, sorted by number of crashes and then by name. */
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
    return ready.toSorted(([one], [other]) => this.#crashesOf(one) - this.#crashesOf(other)) // with equal numbers of crashes, files stay sorted by name
  }

  /** Returns how many consecutive imports of this version of the file crashed. */
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

  /** Returns undefined if the file was removed, cannot be read or is not a regular file. */
  #stats(name: string): Stats | undefined {
    try {
      const stats = statSync(join(this.#folder.path, name))
      return stats.isFile() ? stats : undefined
    } catch {
      return undefined
    }
  }

  /** Imports one file. Returns false if something other than the file caused a failure, such as a full disk. */
  async #take(name: string, look: Look): Promise<boolean> {
    const stats = this.#stats(name)
    // The file may have changed during the imports of earlier files.
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
        signal: new AbortController().signal, // Ctrl-C must not cancel a running import
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
   * Returns the name of a file's note. It includes the mapping, because several mappings can import different record
   * types from the same file.
   */
  #noteName(name: string): string {
    return `file ${this.#settings.mapping.name} ${this.#folder.path}/${name}`
  }
}

/** Returns the start times of crashed imports by file. Ignores crashes before the file's last complete import. */
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
  return JSON.parse(text) as FileNote // Plat wrote this note, and a checksum protects it
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

/** Whether the file itself caused the failure. A full disk or a locked catalog are other causes. */
function isOfFile(error: unknown, phase: Phase): boolean {
  return error instanceof FileFault || (phase !== 'opening' && !isPassing(error))
}

/** Whether a retry can succeed: another process was writing, or the disk was full. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof CommandFault)) return false
  return error.exitCode === EXIT.busy || error.exitCode === EXIT.cannotWrite || error.exitCode === EXIT.io
}
