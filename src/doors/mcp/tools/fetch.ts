import { input, textArgument } from '../arguments.ts'
import { cleaned } from '../clean.ts'
import { factsOf, listedBy, priceHistory, taxHistory } from '../home-facts.ts'
import { at, textAt } from '../json.ts'
import { shortened } from '../shorten.ts'
import { textOf } from '../text.ts'
import type { OutputSchema, Tool } from '../tool.ts'
import { homeId } from '../which-home.ts'
import { documentOf, urlOf } from './home-details.ts'

const OUTPUT: OutputSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    text: { type: 'string' },
    url: { type: 'string' },
    metadata: { type: 'object' },
  },
  required: ['id', 'title', 'text', 'url', 'metadata'],
}

export const fetchHome: Tool = {
  name: 'fetch',
  title: 'Fetch a home',
  description: 'One result of search as text: facts, price history, tax history, who lists it. 1 credit.',
  area: 'A',
  input: input({ id: textArgument('Id from search, such as home:10001870.', 40) }, ['id']),
  output: OUTPUT,
  textIsJson: true,
  async run(args, session) {
    const zpid = homeId(args.text('id') ?? '')
    const { body, home } = await documentOf({ argument: 'id', words: zpid, query: { byzpid: zpid } }, session)
    const facts = factsOf(home, 'concise')
    const parts = {
      home: facts,
      listed_by: listedBy(home),
      price_history: priceHistory(home, 'concise'),
      tax_history: taxHistory(home, 'concise'),
    }
    return {
      id: `home:${zpid}`,
      title: String(facts.address),
      text: textOf(shortened(cleaned(parts))),
      url: urlOf(body, session) ?? '',
      metadata: {
        source: textAt(body, 'source'),
        as_of: session.door.today('A'),
        sample: session.door.isSample,
        credits: session.credits,
        ...(session.coerced.length > 0 && { applied: session.coerced }),
        status: at(facts, 'status') ?? null,
        price: at(facts, 'price') ?? null,
      },
    }
  },
}
