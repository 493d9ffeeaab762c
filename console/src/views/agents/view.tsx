import { render } from 'preact'
import { useState } from 'preact/hooks'
import '../../../../src/doors/openapi/reference/browser/look.css'
import '../../look/parts.css'
import './agents.css'
import { Card, Cards } from '../../parts/card.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { area, bedsText, count, counted, day, decimal, money, words } from '../../parts/format.ts'
import { lightingOf } from '../../parts/light.ts'
import { isLoadable } from '../../parts/picture.tsx'
import { factsSoFar, knownFacts } from '../../service/facts.ts'
import { Host } from './host.ts'
import { Plan } from './plan.tsx'
import { type Shown, type ShownHome, shownOf } from './shown.ts'

/** Shows the results of a search, or one home, inside a host's page. All content comes from the tool's answer. */
function AgentView({ shown, host }: { shown: Shown; host: Host }) {
  const [lit, setLit] = useState<string | undefined>()
  const { homes, total, facts, description, history, isSample, source } = shown
  const isOne = facts.length > 0
  return (
    <main class="agent-view">
      {isSample && <p class="quiet">Sample data: these homes are invented.</p>}
      {!isOne && (
        <p>
          {count(homes.length)} of {counted(total, 'result')}
        </p>
      )}
      <Plan shown={shown} lit={lit} />
      <Cards isBusy={false}>
        {homes.map((home) => (
          <Card
            key={home.id}
            pictures={home.photo !== undefined && isLoadable(home.photo) ? [home.photo] : []}
            lighting={lightingOf(home.id, home.id === lit, setLit)}
          >
            <HomeText home={home} kind={shown.kind} />
            {!isOne && (
              <button
                type="button"
                class="button quiet"
                onClick={() => host.say(`Tell me more about home ${home.id}.`)}
              >
                Ask about this home
              </button>
            )}
          </Card>
        ))}
      </Cards>
      {isOne && (
        <Facts>
          {facts.map(([name, value]) => (
            <Fact key={name} name={words(name)}>
              {value}
            </Fact>
          ))}
        </Facts>
      )}
      {description !== '' && <p>{description}</p>}
      {history.length > 0 && (
        <ul>
          {history.map(({ date, event, price }) => (
            <li key={`${date} ${event}`}>
              {day(date)}: {event} {price !== undefined && money(price)}
            </li>
          ))}
        </ul>
      )}
      {source !== '' && <p class="quiet">Source: {source}</p>}
    </main>
  )
}

function HomeText({ home, kind }: { home: ShownHome; kind: Shown['kind'] }) {
  const { price, beds, baths, squareFeet, address, type, listedBy } = home
  const rooms = typeof beds === 'number' ? bedsText(beds) : beds && `${beds} bd`
  const size = [rooms, baths && `${decimal(baths)} ba`, squareFeet && area(squareFeet)].filter(Boolean).join(' · ')
  return (
    <>
      <strong class={`price ${kind}`}>{typeof price === 'number' ? money(price) : (price ?? 'No price')}</strong>
      <span>{size}</span>
      <span>{address}</span>
      <small class="quiet">
        {words(type)}
        {listedBy && ` · ${listedBy}`}
      </small>
    </>
  )
}

const host = new Host({
  onResult: (result) => {
    const shown = shownOf(result)
    const view = typeof shown === 'string' ? <p class="agent-view">{shown}</p> : <AgentView shown={shown} host={host} />
    render(view, document.body)
  },
  onTheme: (theme) => {
    document.documentElement.dataset.theme = theme
  },
  onPictureOrigins: (pictureOrigins) => knownFacts.set({ ...factsSoFar(), pictureOrigins }),
})
void host.begin()
