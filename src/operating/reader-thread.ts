import { type MessagePort, workerData } from 'node:worker_threads'
import { systemClock } from '../base/clock.ts'
import { Line } from '../base/line.ts'
import { type Reading, read } from './readings.ts'

/** Entry of a thread that reads the data folder for operators; reader.ts starts it. */
const port = workerData as MessagePort // as reader.ts hands it over
export const line = new Line<never>(port, (reading: Reading) => read(reading, systemClock))
