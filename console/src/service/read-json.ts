import { Problem, problemOf } from './problem.ts'

/** Reads the body of an answer. Throws a Problem if it is a refusal or no JSON, and another error if it was cut off. */
export async function readJson(response: Response): Promise<unknown> {
  const { ok, status, headers } = response
  const body = parsed(await response.text())
  if (!ok) throw problemOf(status, body, headers.get('retry-after'))
  if (body !== undefined) return body
  const detail =
    'What came is no JSON: something between this page and the service may have put it in place of the answer.'
  throw new Problem({ status, code: 'console.unreadable', title: 'The answer cannot be read', detail })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
