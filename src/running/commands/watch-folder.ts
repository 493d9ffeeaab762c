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
  /** The time in milliseconds for which a file must stay unchanged. A file that is still being written changes. */
  readonly stillMs: number
}

/** The note on a file, which ensures that it is imported once, even after a restart or a failure. */
interface FileNote {
  readonly size: number
  readonly mtimeMs: number
  /** The moment of its import, in milliseconds since 1970. */
  readonly atMs: number
  /** Why nothing of it was imported; absent when it was. */
  readonly failure?: string
}

interface Look {
  readonly size: number
  readonly mtimeMs: number
  /** The moment by our clock since which the file has been unchanged. */
  readonly sinceMs: number
}

/** Time between two looks at the folder. */
const LOOK_MS = 1000
/** Time before another attempt, when the failure is not the file's. */
const AGAIN_MS = 10_000
/** Notes on files that left the folder are dropped after this time. */
const FORGOTTEN_MS = 90 * 86_400_000

/** A file in whose import the program ended so often in a row is not tried again until it changes. */
const ENDS_MAX = 2

/** Names that programs give files until they are complete, and files that only belong to another one. */
const NOT_MEANT = /^[.~]|\.(part|partial|tmp|temp|filepart|crdownload|dbf|shx|prj|cpg|sbn|sbx)$|~$/i

/**
 * Imports the files of a folder as they arrive, in the order of their names, until the terminal is interrupted; the
 * file that is being imported then is finished. The note on a file is kept in the catalogue, in the transaction of the
 * import itself. A file that fails is reported and noted, and the others go on; it is tried again once it changes. A
 * file in whose import the program ended, as it does without memory, comes last at the next start, and is skipped after
 * the second time. Throws a CommandFault when the folder or the catalogue cannot be used.
 */
export async function watchFolder(
  terminal: Terminal,
  folder: WatchedFolder,
  settings: ImportSettings,
  json: boolean,
): Promise<void> {
  if (settings.store.isFolder) ensureFolder(settings.dataDir) // the runs in it tell in which file a program ended
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
  /** The files known to be imported, by name. The catalogue is asked about the others. */
  readonly #taken = new Map<string, FileNote>()
  /** The times when the program ended within the import of a file, by its path, latest first. */
  readonly #ends: ReadonlyMap<string, readonly number[]>
  /** The last reported trouble, which is not reported again at every attempt. */
  #trouble = ''

  constructor(terminal: Terminal, folder: WatchedFolder, settings: ImportSettings, json: boolean) {
    this.#terminal = terminal
    this.#folder = { ...folder, path: resolve(folder.path) }
    this.#settings = settings
    this.#json = json
    this.#ends = endsIn(settings, terminal.clock.now())
  }

  /** Imports the files that are ready. Returns the time until the next look. */
  async look(): Promise<number> {
    for (const [name, look] of this.#ready()) {
      if (this.#terminal.interrupted.aborted) break
      if (!(await this.#take(name, look))) return AGAIN_MS
    }
    return LOOK_MS
  }

  /** Forgets files that have long been gone from the folder. */
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

  /** Returns the complete files that were not imported yet, in the order of their names. */
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
    return ready.toSorted(([one], [other]) => this.#endsOf(one) - this.#endsOf(other)) // stable: else by name
  }

  /** Returns how often in a row the program ended within the import of a file as it is now. */
  #endsOf(name: string): number {
    const path = join(this.#folder.path, name)
    const ends = this.#ends.get(path)
    const { ctimeMs = 0 } = (ends && this.#stats(name)) ?? {}
    return ends?.filter((startMs) => startMs >= ctimeMs).length ?? 0
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
      const why = REASONS[code ?? ''] ?? `the system says ${code}`
      throw new CommandFault(`Cannot watch "${this.#folder.path}": ${why}.`, EXIT.noInput, { cause: error })
    }
  }

  /** Returns undefined for a file that is irregular, gone again, or unreadable, such as a link to itself. */
  #stats(name: string): Stats | undefined {
    try {
      const stats = statSync(join(this.#folder.path, name))
      return stats.isFile() ? stats : undefined
    } catch {
      return undefined
    }
  }

  /** Imports one file. Returns false when the obstacle is not the file. */
  async #take(name: string, look: Look): Promise<boolean> {
    const stats = this.#stats(name)
    // The files before it may have taken long.
    if (stats === undefined || !isSame(look, stats)) return true
    const { size, mtimeMs } = look
    const note = { size, mtimeMs, atMs: this.#terminal.clock.now() }
    const noteName = this.#noteName(name)
    const ends = this.#endsOf(name)
    if (ends >= ENDS_MAX) {
      const failure = `the program ended ${ends} times while it imported this file, which is skipped until it changes.`
      this.#fail(name, { ...note, failure })
      return true
    }
    if (ends > 0) this.#terminal.note(`${this.#now()} ${name} is tried last: the program ended while it imported it.`)
    let phase: Phase = 'reading'
    try {
      const report = await importFiles(this.#terminal, [join(this.#folder.path, name)], this.#settings, {
        notes: new Map([[noteName, JSON.stringify(note)]]),
        signal: new AbortController().signal, // Ctrl-C waits for the file
        onOpening: () => {
          phase = 'opening'
        },
        onOpen: (writer) => {
          phase = 'writing'
          const stored = writer.note(noteName)
          if (stored !== undefined && isSame(readNote(stored), note)) throw new TakenUp()
        },
        isTold: (error) => !(error instanceof TakenUp) && (isOfFile(error, phase) || !isPassing(error)),
      })
      const fault = unusable(report)
      if (fault) this.#fail(name, { ...note, failure: fault.message })
      else this.#tell(name, report)
      this.#taken.set(name, note)
      return true
    } catch (error) {
      if (error instanceof TakenUp) {
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

  #tell(name: string, report: Report): void {
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

  /** Several mappings may read a file for different nouns, so each has its own note. */
  #noteName(name: string): string {
    return `file ${this.#settings.mapping.name} ${this.#folder.path}/${name}`
  }
}

/** Returns when imports began in which the program ended, by file: those after its last import that came to an end. */
function endsIn({ dataDir, mapping }: ImportSettings, nowMs: number): ReadonlyMap<string, readonly number[]> {
  const ends = new Map<string, number[]>()
  const ended = new Set<string>()
  for (const { kind, state, mapping: name, files, startedAt } of runsIn(dataDir, nowMs)) {
    const [path = ''] = files
    if (kind !== 'watch' || name !== mapping.name || state === 'running') continue
    if (state !== 'lost') ended.add(path)
    else if (!ended.has(path)) ends.set(path, [...(ends.get(path) ?? []), Date.parse(startedAt)])
  }
  return ends
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
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

/** Thrown when another process has imported the file after our look. */
class TakenUp extends Error {}

/** Whether the failure is the file's own. It is not while the catalogue is opened, nor when a disk is full. */
function isOfFile(error: unknown, phase: Phase): boolean {
  return error instanceof FileFault || (phase !== 'opening' && !isPassing(error))
}

/** Whether the failure may pass soon: another process writes, or the disk is full. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof CommandFault)) return false
  return error.exitCode === EXIT.busy || error.exitCode === EXIT.cannotWrite || error.exitCode === EXIT.io
}
