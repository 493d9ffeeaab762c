import { destination, pino, stdTimeFunctions } from 'pino'
import type { Log } from '../../kit/base/log.ts'
import type { Settings } from '../../kit/base/settings.ts'

/**
 * Opens the log: JSON lines on standard error. Each line is written before the function returns, so that no line is
 * lost if the process dies. A line takes about 6 µs, so only some calls are logged: internal failures, slow calls and a
 * sample.
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
