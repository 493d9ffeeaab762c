import { wordsOf } from './search-text.ts'

/** The allowed types of experiences. */
export const EXPERIENCE_TYPES = [
  'Art and culture',
  'Food and drink',
  'Nature and outdoors',
  'Sightseeing',
  'Sports',
  'Wellness',
  'Entertainment',
  'Animals',
] as const

export const TRAVELER_TYPES = ['Solo', 'Couples', 'Families', 'Friends', 'Groups', 'Business'] as const

export const ACCESSIBILITY_FEATURES = [
  'Step-free access',
  'Wheelchair accessible',
  'Accessible parking',
  'Accessible bathroom',
  'Service animals welcome',
  'Low sensory environment',
  'Sign language',
] as const

export const TIMES_OF_DAY = ['morning', 'afternoon', 'evening'] as const

/** Kinds of free-text words that searches filter by. */
export type TagKind = 'type' | 'traveler' | 'language' | 'accessibility'

/** Returns a tag such as `language/french`, the same for all spellings of a word. */
export function experienceTag(kind: TagKind, text: string): string {
  return `${kind}/${wordsOf(text).join(' ')}`
}
