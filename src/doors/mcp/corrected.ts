import type { Area } from '../../service/operations/operation.ts'
import type { Given, InputSchema } from './arguments.ts'
import type { Door } from './door.ts'
import type { Fields } from './json.ts'
import { Refusal } from './refusal.ts'
import { Session } from './session.ts'

/** A tool as far as its calls are tried. */
interface Tool {
  readonly name: string
  readonly area?: Area
  readonly input: InputSchema
  run(given: Given, session: Session): Promise<unknown>
}

/** Calls that are offered, and the characters of all of them together. */
const CALLS_MAX = 4
export const CALLS_CHARACTERS_MAX = 4000

/** A call that is mended may be refused for another reason, which is mended as well. */
const ROUNDS_MAX = 4

/** Matches what `blank` writes. */
const BLANK = /"<\w+>"/

/** Whole calls that may be made in place of a refused one, each in a line to be copied; `read` are its arguments. */
export async function correctedCalls(
  tool: Tool,
  refusal: Refusal,
  read: Fields,
  door: Door,
): Promise<readonly string[]> {
  const calls = await asking(tool, fixed(tool, refusal, read), door)
  const lines = [...new Set(calls.map((given) => JSON.stringify({ name: tool.name, arguments: given })))]
  const short = lines.filter(({ length }) => length <= CALLS_CHARACTERS_MAX / CALLS_MAX)
  if (short.length === 0) return []
  const isBlank = short.some((line) => BLANK.test(line)) ? ', with your own words for what stands in < >' : ''
  return [`Corrected call${short.length > 1 ? ', one of these' : ''}${isBlank}:`, ...short]
}

function fixed({ input }: Tool, { fixes }: Refusal, read: Fields): readonly Fields[] {
  const calls = fixes.slice(0, CALLS_MAX).map((fix) => fix(read))
  return calls.filter(
    (given) => given !== read && Object.keys(given).every((name) => Object.hasOwn(input.properties, name)),
  )
}

/** Those calls that ask something, and in place of each other the calls that mend it. */
async function asking(tool: Tool, calls: readonly Fields[], door: Door): Promise<readonly Fields[]> {
  let tries = calls.map((given) => ({ given, isGood: false }))
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const next = tries.map(async (each) => {
      if (each.isGood) return [each]
      const { given } = each
      const other = BLANK.test(JSON.stringify(given)) ? undefined : await tried(tool, given, door)
      if (other === undefined) return [{ given, isGood: true }]
      return fixed(tool, other.refusal, other.read).map((mended) => ({ given: mended, isGood: false }))
    })
    const all = (await Promise.all(next)).flat()
    tries = all.toSorted((one, other) => Number(other.isGood) - Number(one.isGood)).slice(0, CALLS_MAX)
  }
  return tries.flatMap(({ given, isGood }) => (isGood ? [given] : []))
}

/** Why a call is refused before it asks anything; undefined where it would ask. Nothing is asked. */
async function tried(tool: Tool, given: Fields, door: Door) {
  const session = new Session({ ...door, run: () => Promise.reject(ASKED) })
  let read = given
  try {
    const own = session.read(tool.input, given, tool.area)
    read = own.values
    await tool.run(own, session)
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error, read }
  }
  return undefined
}

const ASKED = new Error('a call that is tried asks nothing')
