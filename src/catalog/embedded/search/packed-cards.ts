import { allocate } from '../../engine/column.ts'
import type { CardWords } from '../../facts/card-words.ts'
import { DICTIONARY_BYTES_MAX, OPERATION_BYTES } from './card-packer.ts'

/** Search results (JSON) as `CardPile` packs them, in the order of rows, in memory that every thread can read. */
export interface PackedCards {
  /** The packed results, followed by `SPARE_BYTES`. */
  readonly packed: Uint8Array
  /** The offset of each row's result, followed by the end of the last result. */
  readonly starts: Float64Array
  /** The dictionary, with the operator's names and URLs, followed by `SPARE_BYTES`. */
  readonly dictionary: Uint8Array
  /** For each offset in the stored dictionary, the offset in `dictionary`. */
  readonly offsets: Uint32Array
}

/** Number of literal bytes per step. A step may copy too many bytes, so that loops take few steps. */
const OWN_STEP_BYTES = 16
/** Number of copied bytes per step. A step may copy too many bytes, so that loops take few steps. */
const STEP_BYTES = 48

/** Number of bytes that a copy may read or write beyond its end. */
export const SPARE_BYTES = STEP_BYTES

/** Fills the operator's names and URLs into a stored dictionary. */
export function withWords(
  { packed, starts }: Pick<PackedCards, 'packed' | 'starts'>,
  stored: Uint8Array,
  words: CardWords,
): PackedCards {
  const { bytes, offsets } = words.putAll(stored)
  const dictionary = allocate('u8', bytes.length + SPARE_BYTES)
  dictionary.set(bytes)
  return { packed, starts, dictionary, offsets }
}

/** Unpacks search results. */
export class CardUnpacker {
  readonly #packed: DataView
  readonly #dictionary: DataView
  readonly #offsets: Uint32Array

  constructor({ packed, dictionary, offsets }: PackedCards) {
    this.#packed = viewOf(packed)
    this.#dictionary = viewOf(dictionary)
    this.#offsets = offsets
  }

  /**
   * Unpacks the operations from `from` to `to` into `target` at `start`. Returns the end offset, or -1 if `target` is
   * too small: it needs `SPARE_BYTES` after the text.
   */
  unpack(from: number, to: number, target: DataView, start: number): number {
    const [packed, dictionary, offsets] = [this.#packed, this.#dictionary, this.#offsets]
    const last = target.byteLength - SPARE_BYTES
    let end = start
    for (let at = from; at < to; ) {
      const ownBytes = packed.getUint8(at)
      const length = packed.getUint8(at + 1)
      const source = packed.getUint16(at + 2, true)
      const isOwn = source >= DICTIONARY_BYTES_MAX
      const copied = isOwn ? at - (source - DICTIONARY_BYTES_MAX) : (offsets[source] as number)
      const copiedBytes = isOwn ? length : (offsets[source + length] as number) - copied
      if (end + ownBytes + copiedBytes > last) return -1
      at += OPERATION_BYTES
      for (let done = 0; done < ownBytes; done += OWN_STEP_BYTES) copy16(packed, at + done, target, end + done)
      at += ownBytes
      end += ownBytes
      const view = isOwn ? packed : dictionary
      for (let done = 0; done < copiedBytes; done += STEP_BYTES) {
        copy16(view, copied + done, target, end + done)
        copy16(view, copied + done + 16, target, end + done + 16)
        copy16(view, copied + done + 32, target, end + done + 32)
      }
      end += copiedBytes
    }
    return end
  }
}

/** Copies 16 bytes. */
function copy16(view: DataView, at: number, target: DataView, to: number): void {
  target.setBigUint64(to, view.getBigUint64(at))
  target.setBigUint64(to + 8, view.getBigUint64(at + 8))
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
