import { Problem, problemOf } from './problem.ts'

/**
 * Reads the body of an answer. Throws a Problem if the body is a refusal or not JSON. Throws another error if the body
 * was cut off.
 */
export async function readJson(response: Response): Promise<unknown> {
  const { ok, status, headers } = response
  const body = parsed(await response.text())
  if (!ok) throw problemOf(status, body, headers.get('retry-after'))
  if (body !== undefined) return body
  const detail = 'The response was not JSON. A proxy or firewall may have replaced it.'
  throw new Problem({ status, code: 'console.unreadable', title: 'Unreadable response', detail })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
