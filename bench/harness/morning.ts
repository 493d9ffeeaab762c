import { NOW_MS } from './now.ts'

/**
 * Preloaded into the program and its threads. Starts their clock on the day on which bench samples are made, so that
 * answers are the same on any day.
 */
const now = Date.now
const startMs = Number(process.env.BENCH_START_MS)
Date.now = () => NOW_MS + now() - startMs
