import { type MessagePort, workerData } from 'node:worker_threads'
import { systemClock } from '../../kit/base/clock.ts'
import { Line } from '../../kit/threads/line.ts'
import { type Reading, read } from './readings.ts'

/** The entry of a thread that reads the data folder for operators. reader.ts starts it. */
const port = workerData as MessagePort // reader.ts passes a port
export const line = new Line<never>(port, (reading: Reading) => read(reading, systemClock))
