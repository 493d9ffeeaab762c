import type { MessagePort } from 'node:worker_threads'
import { Line } from './line.ts'

/** An answer, at once or later. */
export type Soon<T> = T | Promise<T>

interface Asked {
  readonly method: string
  readonly values: readonly unknown[]
}

/** Lets the thread at the other end of a port call the methods of an object. Arguments and results are copied. */
export function answerCalls(port: MessagePort, object: object): Line<never> {
  const answer = ({ method, values }: Asked) => {
    const call: unknown = Reflect.get(object, method)
    if (typeof call !== 'function') throw new Error(`a thread was asked for "${method}", which it does not answer`)
    return Reflect.apply(call, object, values)
  }
  return new Line<never>(port, { answer, gathers: true })
}

/** An object whose methods run in another thread, which called `answerCalls`, and a function that ends this. */
export function remoteOf<T extends object>(port: MessagePort, methods: readonly (keyof T & string)[]) {
  const line = new Line<Asked>(port, { gathers: true })
  const calls = methods.map((method) => [method, (...values: readonly unknown[]) => line.ask({ method, values })])
  return { remote: Object.fromEntries(calls) as T, close: () => line.close() } // each method answers as that of T does
}
