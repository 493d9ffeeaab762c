import type { MessagePort } from 'node:worker_threads'
import { Line } from '../../kit/threads/line.ts'
import { prepareRegions } from '../../places/regions/of-regions.ts'
import type { CardMaker } from '../ports/cards.ts'
import type { Withheld } from '../ports/withheld.ts'
import { SnapshotCatalog } from './catalog.ts'
import type { FollowerMessage, FollowerRequest, HandedState } from './followers.ts'
import { Snapshot } from './reader.ts'
import { sharedValue } from './shared-value.ts'
import { type CurrentState, SnapshotReader } from './snapshot-reader.ts'
import type { DamagedFile, Damaging, Soundness } from './soundness.ts'
import { Watch } from './watch.ts'

export interface BorrowedCatalogParts {
  readonly dataDir: string
  readonly cards: CardMaker
  readonly withheld: Withheld
}

/**
 * Opens the catalog for one of several serving threads. The thread that watches the catalog file shares its memory.
 * Resolves once there is a catalog state to serve.
 */
export async function borrowCatalog(port: MessagePort, parts: BorrowedCatalogParts): Promise<SnapshotCatalog> {
  const ready = Promise.withResolvers<void>()
  const state = new BorrowedState(parts)
  const answer = async (request: FollowerRequest) => {
    switch (request.kind) {
      case 'take': {
        soundness.damaged = request.damaged
        await state.prepare(request.state)
        const isTaken = state.take(request.state)
        if (isTaken) ready.resolve()
        return isTaken
      }
      case 'renew':
        return state.renewTransaction()
      case 'damaged':
        soundness.damaged = request.damaged
    }
  }
  const line = new Line<FollowerMessage>(port, { answer })
  const soundness = new ReportingSoundness(line)
  await ready.promise
  return new BorrowedCatalog(line, state, new SnapshotReader(state, soundness), parts.withheld)
}

/** The catalog of one of several serving threads. A costly value is computed only once for all threads. */
class BorrowedCatalog extends SnapshotCatalog {
  readonly #line: Line<FollowerMessage>

  constructor(line: Line<FollowerMessage>, ...parts: ConstructorParameters<typeof SnapshotCatalog>) {
    super(...parts)
    this.#line = line
  }

  shared<T>(make: () => Promise<T>): Promise<T> {
    return sharedValue(this.#line, this.about().dataVersion, make)
  }
}

/** The latest catalog state received from the thread that watches the catalog file. */
export class BorrowedState implements CurrentState {
  readonly #parts: BorrowedCatalogParts
  #current: (Pick<HandedState, 'number' | 'file'> & { readonly snapshot: Snapshot; readonly watch: Watch }) | undefined

  constructor(parts: BorrowedCatalogParts) {
    this.#parts = parts
  }

  get snapshot(): Snapshot {
    if (this.#current === undefined) throw new Error('no state of the catalog has been handed over yet')
    return this.#current.snapshot
  }

  /**
   * Derives data from the new regions before they are served, so that no call waits for it. Derives only data that
   * calls have used before.
   */
  async prepare({ loaded }: HandedState): Promise<void> {
    if (this.#current !== undefined) await prepareRegions(loaded.regions, this.#current.snapshot.regions)
  }

  /**
   * Switches to a catalog state. Returns false, and keeps the previous state, if a commit has already replaced the new
   * state.
   */
  take(handed: HandedState): boolean {
    const { path, loaded, number, file } = handed
    if (this.#current?.number === number) return true
    const before = this.#current?.file === file ? this.#current.snapshot : undefined
    const snapshot = Snapshot.open(path, loaded, this.#parts.cards, before)
    if (snapshot === undefined) return false
    this.close()
    this.#current = { snapshot, watch: new Watch(this.#parts.dataDir, path), number, file }
    return true
  }

  renewTransaction(): boolean {
    if (this.#current === undefined) return false
    const { snapshot, watch } = this.#current
    return watch.renew(snapshot)
  }

  close(): void {
    this.#current?.watch.close()
    this.#current?.snapshot.close()
    this.#current = undefined
  }
}

/** Knows what damage the thread that watches the catalog file has found, and reports new damage to that thread. */
class ReportingSoundness implements Soundness {
  damaged: DamagedFile | undefined
  readonly #line: Line<FollowerMessage>

  constructor(line: Line<FollowerMessage>) {
    this.#line = line
  }

  report(path: string, { message, cause }: Damaging): void {
    if (this.damaged?.path === path) return
    this.damaged = { path, sentence: message }
    this.#line.tell({ kind: 'report', path, message, cause: cause instanceof Error ? cause.message : cause })
  }

  close(): void {
    this.#line.close()
  }
}
