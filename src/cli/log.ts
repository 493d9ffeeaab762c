import { destination, pino, stdTimeFunctions } from 'pino'
import type { Log } from '../base/log.ts'
import type { Settings } from '../base/settings.ts'

/**
 * JSON lines on standard error, written before the call returns, so that none is lost with the process. Requests are
 * not logged: that would cost a quarter of the throughput. A call that fails by our fault is, with its request id.
 */
export function openLog(level: Settings['logLevel']): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination({ dest: 2, sync: true }),
  )
}
