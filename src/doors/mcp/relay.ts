import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { at, numberAt, textAt } from './json.ts'
import { type Answers, serverOf } from './server.ts'

/** A protocol revision whose messages contain no connection metadata. */
const REVISION = '2025-11-25'

/** A running Plat service, and the key for it. */
export interface Remote {
  /** The base URL of the service. */
  readonly url: string
  readonly key: string
}

/** Returns answers from a running Plat. Each message is forwarded as one call of `/mcp`. */
export function answersAt(remote: Remote): Answers {
  return {
    answer: async (method, params, signal) => {
      const { _meta, ...others } = params // metadata is about this connection only, so it is not forwarded
      const passed = await pass(remote, method, others, signal)
      if (typeof passed !== 'string') return { ...passed }
      if (method === 'tools/call') return { isError: true, content: [{ type: 'text', text: passed }] }
      throw new ProtocolError(ProtocolErrorCode.InternalError, passed)
    },
  }
}

/**
 * Forwards a message. Returns its result, or a sentence if the request failed. Throws if the server answers with a
 * protocol error.
 */
async function pass(remote: Remote, method: string, params: object, signal: AbortSignal): Promise<object | string> {
  const response = await post(remote, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), signal)
  if (response === undefined)
    return `Plat does not answer at ${remote.url}: start it with ./plat serve, or correct --url.`
  const answer: unknown = await response.json().catch(() => undefined)
  const code = numberAt(answer, 'error', 'code')
  if (code !== null)
    throw new ProtocolError(code, textAt(answer, 'error', 'message') ?? '', at(answer, 'error', 'data'))
  const result = at(answer, 'result')
  if (typeof result === 'object' && result !== null) return result
  const detail = textAt(answer, 'detail') ?? `${remote.url} answers with status ${response.status}.`
  return response.status === 401 ? `${detail} Tell the user to give plat mcp a valid key.` : detail
}

async function post({ url, key }: Remote, body: string, signal: AbortSignal): Promise<Response | undefined> {
  const headers = {
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'mcp-protocol-version': REVISION,
  }
  try {
    return await fetch(new URL('mcp', withSlash(url)), { method: 'POST', headers, body, signal })
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`
}

/** Milliseconds between progress notifications. Most calls end sooner. */
const PROGRESS_MS = 5000

/** Serves one host over standard input and output, until the input ends. Returns a function that stops serving. */
export function serveHost(answers: Answers, version: string, onerror: (error: Error) => void): () => Promise<void> {
  const serving = serveStdio(() => serverOf(answers, version, PROGRESS_MS), { onerror })
  return () => serving.close()
}
