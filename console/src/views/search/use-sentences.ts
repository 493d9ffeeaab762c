import { useRef, useState } from 'preact/hooks'
import { queryOf } from '../../service/query.ts'
import { request } from '../../service/request.ts'
import { isSentence, type ParsedSentence, searchOf } from './sentence.ts'

/**
 * Searches for the typed text. A place is searched at once. A sentence is first read by the service, which costs a
 * call. If the service cannot read it, it is searched as a place, so that the refusal says why. Returns the words that
 * had no effect.
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
      const { body } = await request<ParsedSentence>(queryOf('/search/byaiprompt', { ai_search_prompt: text }))
      if (latest.current !== text) return
      setDropped(body.dropped.map(({ words, why }) => `“${words}”: ${why}`).join(' '))
      onRead(searchOf(body))
    } catch {
      if (latest.current === text) onPlace(text)
    }
  }
  return [dropped, (text) => void search(text)]
}
