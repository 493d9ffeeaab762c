import { CommandFault, EXIT } from '../../kit/base/failure.ts'

const LINE_LENGTH_MAX = 200

/** Returns a text that is shown in terminals, whose cursor control characters could move. */
export function oneLine(text: string, what: 'label' | 'purpose'): string {
  if (text.length <= LINE_LENGTH_MAX && !/\p{Cc}/u.test(text)) return text
  const shown = JSON.stringify(text.slice(0, 60))
  const sentence = `The ${what} must be one line of up to ${LINE_LENGTH_MAX} characters; you gave ${shown}.`
  throw new CommandFault(sentence, EXIT.usage)
}
