import { dataFault } from '../file-fault.ts'

/** Maximum number of keys in a record, including its lists. Each key costs time and memory. */
const KEYS_MAX = 50_000
/** The shortest possible key with a value: `"":1,`. */
const KEY_MIN_BYTES = 5
/**
 * Maximum number of values in a record. County outlines have up to 100,000 corners. A value takes a microsecond and 300
 * bytes.
 */
const VALUES_MAX = 1_000_000

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]

/** Refuses a record with an implausible number of keys or values, before parsing it. */
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
