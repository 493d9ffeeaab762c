import { destination, pino, stdTimeFunctions } from 'pino'
import type { Log } from '../../kit/base/log.ts'
import type { Settings } from '../../kit/base/settings.ts'

/**
 * Opens the log: JSON lines on standard error.
 *
 * Lines are written synchronously, so that none is lost if the process dies. A line takes about 6 µs, so only failures,
 * slow calls and a sample of the other calls are logged.
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
