import { dataFault } from '../file-fault.ts'

/** Real records have up to some thousand keys, those of their lists included. Each costs time and memory. */
const KEYS_MAX = 50_000
/** The shortest key with its value and signs: `"":1,`. */
const KEY_MIN_BYTES = 5

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]

/** Refuses a record with more keys than real ones have, before it is parsed. */
export function refuseManyKeys(record: Buffer, file: string, line: number): void {
  if (record.length <= KEYS_MAX * KEY_MIN_BYTES || !hasManyKeys(record)) return
  const most = KEYS_MAX.toLocaleString('en-US')
  throw dataFault(`"${file}" is no list of records: the one that begins on line ${line} has over ${most} keys.`)
}

function hasManyKeys(record: Buffer): boolean {
  let keys = 0
  let inString = false
  for (let at = 0; at < record.length; at++) {
    const byte = record[at]
    if (inString && byte === BACKSLASH) at++
    else if (byte === QUOTE) inString = !inString
    else if (byte === COLON && !inString && ++keys > KEYS_MAX) return true
  }
  return false
}
