import { entries } from './table.ts'

export const OFFICE_NAMES: readonly string[] = entries(`
  Acorn Sample Realty | Bluebird Sample Brokers | Compass Rose Sample Homes | Doorstep Sample Realty | Evergreen
  Sample Properties | Front Porch Sample Realty | Lantern Sample Homes | Open Gate Sample Brokers | Picket Fence
  Sample Realty | Red Brick Sample Properties`)

/** What an agent did for a client, in the client's words. */
export const REVIEW_WORKS = [
  { work: 'Bought a single family home', deal: 'bought our house', goal: 'finding a house' },
  { work: 'Sold a single family home', deal: 'sold our house', goal: 'selling the house' },
  { work: 'Bought a condo', deal: 'bought our condo', goal: 'finding a condo' },
  { work: 'Sold a townhouse', deal: 'sold our townhouse', goal: 'selling the townhouse' },
  { work: 'Rented an apartment', deal: 'rented our apartment', goal: 'finding an apartment' },
] as const

/** Sentences of reviews, from satisfied to dissatisfied clients. `{deal}` and `{goal}` describe the agent's work. */
export const REVIEW_SENTENCES = {
  pleased: {
    opening: entries(`
      We {deal} with ease. | We {deal} in three weeks. | We {deal} and would do it the same way again. | From the
      first call to the keys, {goal} was a pleasure. | Made {goal} look simple. | We had heard that {goal} is hard. It
      was not.`),
    detail: entries(`
      Answered every question and kept every appointment. | Knew each street and never pushed. | Explained every paper
      before we signed it. | Told us the truth about prices, even when we did not want to hear it. | Was there at
      every inspection. | Found a way when the bank hesitated. | Wrote the same day, every day. | Saw the leak that we
      had missed. | Bargained hard and stayed polite.`),
    closing: entries(`
      We would call again. | Our friends have the number now. | Thank you! | We could not have asked for more. | Worth
      every cent.`),
  },
  content: {
    opening: ['We {deal} in the end.', 'All in all, {goal} went well.', 'We {deal}, a little later than planned.'],
    detail: entries(`
      Friendly and prepared; the paperwork took a little long. | Good advice on the price, fewer showings than we
      hoped. | Knows the town well, less so the lenders. | Always reachable by mail, seldom by phone.`),
    closing: ['We would probably call again.', 'A good choice on the whole.', 'Nothing went wrong.'],
  },
  critical: {
    opening: entries(`
      We {deal}, but it was hard work. | We had expected more help with {goal}. | It took patience: {goal} dragged on.`),
    detail: entries(`
      Slow to call back. | The photographs came late. | We learned of the deadline from the other side. | We were
      shown homes that did not fit our list.`),
    closing: ['We will look elsewhere next time.', 'It could have been easier.', 'Kind, but overbooked.'],
  },
} as const

/** The end of every review. */
export const INVENTED_REVIEW = '(Invented review.)'
