import { NOW_MS } from './now.ts'

/**
 * Load this before the program and its threads. It sets their clock to the day for which the benches' samples are made,
 * so that answers do not depend on the day of the run.
 */
const now = Date.now
const startMs = Number(process.env.BENCH_START_MS)
Date.now = () => NOW_MS + now() - startMs
