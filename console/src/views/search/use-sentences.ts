import { useRef, useState } from 'preact/hooks'
import { queryOf } from '../../service/query.ts'
import { request } from '../../service/request.ts'
import { type Heard, isSentence, searchOf } from './sentence.ts'

/**
 * Searches for what is typed: a place at once, and a sentence as the service reads it, which costs a call. What it
 * cannot read is searched as a place, so that the refusal says what is wrong. Returns which words had no effect.
 */
export function useSentences(
  onPlace: (place: string) => void,
  onRead: (search: Readonly<Record<string, string>>) => void,
): readonly [dropped: string, search: (text: string) => void] {
  const [dropped, setDropped] = useState('')
  const latest = useRef('')
  const search = async (text: string) => {
    latest.current = text
    setDropped('')
    if (!isSentence(text)) return onPlace(text)
    try {
      const { body } = await request<Heard>(queryOf('/search/byaiprompt', { ai_search_prompt: text }))
      if (latest.current !== text) return
      setDropped(body.dropped.map(({ words, why }) => `“${words}”: ${why}`).join(' '))
      onRead(searchOf(body))
    } catch {
      if (latest.current === text) onPlace(text)
    }
  }
  return [dropped, (text) => void search(text)]
}
