import { dataFault } from '../file-fault.ts'

/** Maximum number of keys of a record, with the keys in its lists. Each key costs time and memory. */
const KEYS_MAX = 50_000
/** The shortest key with its value and signs: `"":1,`. */
const KEY_MIN_BYTES = 5
/** The outline of a county has up to some 100,000 corners. Each value costs a microsecond, and 300 bytes of memory. */
const VALUES_MAX = 1_000_000

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]

/** Refuses a record with more keys or values than real ones have, before it is parsed. */
export function refuseTooMuch(record: Buffer, file: string, line: number): void {
  if (record.length <= KEYS_MAX * KEY_MIN_BYTES) return
  const what = tooMuchIn(record)
  if (what === undefined) return
  throw dataFault(`"${file}" is not a list of records: the record that begins on line ${line} has over ${what}.`)
}

function tooMuchIn(record: Buffer): string | undefined {
  let [keys, values] = [0, 0]
  let inString = false
  for (let at = 0; at < record.length; at++) {
    const byte = record[at]
    if (inString && byte === BACKSLASH) at++
    else if (byte === QUOTE) inString = !inString
    else if (inString) continue
    else if (byte === COLON && ++keys > KEYS_MAX) return `${KEYS_MAX.toLocaleString('en-US')} keys`
    else if (byte === COMMA && ++values > VALUES_MAX) return `${VALUES_MAX.toLocaleString('en-US')} values`
  }
  return undefined
}
