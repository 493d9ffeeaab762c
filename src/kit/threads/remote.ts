import type { MessagePort } from 'node:worker_threads'
import { Line } from './line.ts'

/** A result that may be available immediately or later. */
export type Soon<T> = T | Promise<T>

type MethodCall = readonly [method: string, ...values: readonly unknown[]]

/** Lets the thread at the other end of a port call the methods of an object. Arguments and results are copied. */
export function answerCalls(port: MessagePort, object: object): Line<never> {
  const answer = ([method, ...values]: MethodCall) => {
    const call: unknown = Reflect.get(object, method)
    if (typeof call !== 'function') throw new Error(`this thread has no method "${method}"`)
    return Reflect.apply(call, object, values)
  }
  return new Line<never>(port, { answer, gathers: true })
}

/**
 * Returns an object whose methods run in the thread that called `answerCalls`, and a function that closes the
 * connection. Methods listed in `notes` resolve once the call is sent, without a result.
 */
export function remoteOf<T extends object>(
  port: MessagePort,
  methods: readonly (keyof T & string)[],
  notes: readonly (keyof T & string)[] = [],
) {
  const line = new Line<MethodCall>(port, { gathers: true })
  const asks = methods.map((method) => [method, (...values: readonly unknown[]) => line.ask([method, ...values])])
  const tell = (method: string, values: readonly unknown[]) => {
    line.tell([method, ...values])
    return line.posted
  }
  const tells = notes.map((method) => [method, (...values: readonly unknown[]) => tell(method, values)])
  // each method has the type of T's method
  return { remote: Object.fromEntries([...asks, ...tells]) as T, close: () => line.close() }
}
