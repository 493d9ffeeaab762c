import { NOW_MS } from './now.ts'

/**
 * Preloaded into the program and its threads: their day is the one on which samples of the benches are made, so that
 * answers are the same on any day. Time goes on from there.
 */
const now = Date.now
const startMs = Number(process.env.BENCH_START_MS)
Date.now = () => NOW_MS + now() - startMs
