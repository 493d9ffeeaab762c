import type { Soon } from '../../../kit/threads/remote.ts'
import type { NamedQuestion } from '../repeats.ts'

/** The main thread of a node, as those that answer calls ask it: how fast keys call, and what was paid for. */
export interface NodeKeeper {
  /** The memory of a key's meter. */
  meter(keyId: string): Soon<SharedArrayBuffer>
  /** Has a lease asked for, for one call more of the key. */
  lease(keyId: string): Soon<void>
  isPaid(question: string): Soon<boolean>
  /** False where another call has paid meanwhile. */
  pay(question: NamedQuestion): Soon<boolean>
  takeBack(question: string): Soon<void>
}

/** Its methods, for threads that ask from afar. */
export const NODE_KEEPER_METHODS: readonly (keyof NodeKeeper)[] = ['meter', 'lease', 'isPaid', 'pay', 'takeBack']
