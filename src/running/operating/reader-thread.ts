import { systemClock } from '../../kit/base/clock.ts'
import { lineToStarter } from '../../kit/threads/thread.ts'
import { type Reading, read } from './readings.ts'

/** The entry point of the thread that reads the data folder for operators. */
lineToStarter((reading: Reading) => read(reading, systemClock))
