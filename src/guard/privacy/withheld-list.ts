import { hash } from 'node:crypto'
import { keyedZpid } from '../../model/identity.ts'
import type { Person } from '../../model/person.ts'
import { knownMarksOf, nameMark } from './marks.ts'
import type { WithheldPeople } from './privacy.ts'

/** Whether an id or a mark belongs to somebody who was also erased. */
type Erased = boolean

export interface WithheldId {
  readonly id: string
  readonly erased: boolean
}

export interface WithheldMark {
  readonly name: string
  readonly mark: string
  readonly erased: boolean
}

/** Everybody who is withheld, in memory, wherever the list is kept: empty until the first `take`. */
export class WithheldList implements WithheldPeople {
  #secret: Uint8Array
  /** Tells this list from that of every other installation. */
  #origin: string
  #state = ''
  #ids: ReadonlyMap<string, Erased> = new Map()
  #names: ReadonlySet<string> = new Set()
  #marks: ReadonlyMap<string, Erased> = new Map()

  constructor(secret: Uint8Array) {
    this.#secret = secret
    this.#origin = originOf(secret)
  }

  get version(): string {
    return this.#origin + this.#state
  }

  /** The whole list, and what names the state it is in. `secret`: what keys its marks, where that may be another now. */
  take(
    state: string,
    ids: readonly WithheldId[],
    marks: readonly WithheldMark[],
    secret: Uint8Array = this.#secret,
  ): void {
    this.#secret = secret
    this.#origin = originOf(secret)
    this.#state = state
    this.#ids = new Map(ids.map(({ id, erased }) => [id, erased]))
    this.#names = new Set(marks.map(({ name }) => name))
    this.#marks = new Map(marks.map(({ mark, erased }) => [mark, erased]))
  }

  has(person: Person): boolean {
    return this.#standing(person) !== undefined
  }

  homeId(source: string, sourceKey: string): number {
    return keyedZpid(this.#secret, source, sourceKey)
  }

  isErased(person: Person): boolean {
    return this.#standing(person) === true
  }

  #standing(person: Person): Erased | undefined {
    const byId = this.#ids.get(person.personId)
    if (byId === true || this.#names.size === 0) return byId
    if (!this.#names.has(nameMark(this.#secret, person.name))) return byId
    const standings = knownMarksOf(this.#secret, person).map((mark) => this.#marks.get(mark))
    if (standings.includes(true)) return true
    return byId ?? (standings.includes(false) ? false : undefined)
  }
}

function originOf(secret: Uint8Array): string {
  return hash('sha256', secret, 'base64url')
}
