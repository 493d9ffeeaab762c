import { input } from '../arguments.ts'
import { understood } from '../constraints.ts'
import { at, listAt, numberAt, textAt, textsAt } from '../json.ts'
import { tableOf } from '../rows.ts'
import { answer, output, TABLE, type Tool } from '../tool.ts'

/** Maximum number of rows, newest first. A row is about one operation on one day. */
const ROWS = 40

export const usage: Tool = {
  name: 'usage',
  title: 'Plan, credits and usage of this key',
  description: 'The plan of this key, credits left in its period, and calls and credits by day and operation. Free.',
  input: input({}),
  output: output({ plan: { type: 'object' }, period: { type: 'object' }, total: { type: 'integer' }, calls: TABLE }, [
    'plan',
    'period',
    'calls',
  ]),
  async run(_given, session) {
    const body = await session.ask('/usage', {})
    const rows = listAt(body, 'usage').map((row) => ({
      day: textAt(row, 'day'),
      operation: textAt(row, 'operation'),
      calls: numberAt(row, 'calls'),
      credits: numberAt(row, 'credits'),
    }))
    const newest = rows.toSorted((a, b) => ((a.day ?? '') < (b.day ?? '') ? 1 : -1)).slice(0, ROWS)
    const plan = at(body, 'plan')
    const data = {
      plan: {
        name: textAt(plan, 'name'),
        areas: textsAt(plan, 'areas'),
        requests_per_second: numberAt(plan, 'requestsPerSecond'),
        calls_at_once: numberAt(plan, 'callsInFlight'),
      },
      period: {
        start: textAt(body, 'periodStart'),
        end: textAt(body, 'periodEnd'),
        credits: numberAt(body, 'creditsLimit'),
        left: numberAt(body, 'creditsRemaining'),
        over: numberAt(body, 'creditsOver'),
      },
      total: rows.length,
      calls: tableOf(newest, rows.length),
    }
    return answer(understood([], undefined), data, session, 'A', at(body, 'source'))
  },
}
