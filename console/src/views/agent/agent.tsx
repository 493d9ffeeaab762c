import { Answered } from '../../parts/answered.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { counted, decimal, words } from '../../parts/format.ts'
import { HomeCards } from '../../parts/home-cards.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty } from '../../parts/states.tsx'
import type { AgentDetails, AgentForSale, AgentListing, AgentProfile, AgentSearch } from '../../service/answers.ts'
import { usePageQuery, useTitle } from '../../service/place.ts'
import { queryOf } from '../../service/query.ts'

/** An agent and the homes that the agent offers, by user name; or the agents with a name. */
export function AgentView() {
  const [asked] = usePageQuery()
  const { username, agentName, location } = Object.fromEntries(asked)
  return (
    <div class="page">
      {username === undefined ? (
        <Answered<AgentSearch> query={queryOf('/agent/search', { agentName, location })} rows={6}>
          {({ body: { agents } }) => <Found agents={agents} name={agentName ?? ''} />}
        </Answered>
      ) : (
        <Details username={username} />
      )}
    </div>
  )
}

function Details({ username }: { username: string }) {
  return (
    <Answered<AgentDetails> query={queryOf('/agent/details', { username })} rows={6}>
      {({ body }) => <Profile profile={body.agent_details} />}
    </Answered>
  )
}

function Found({ agents, name }: { agents: AgentSearch['agents']; name: string }) {
  useTitle('Agents', name)
  const [first, ...others] = agents
  if (first !== undefined && others.length === 0) return <Details username={first.username} />
  if (first === undefined) return <Empty title={`No agent has the name ${name}`} />
  return (
    <>
      <h1>{name}</h1>
      <ul>
        {agents.map(({ username, name: own, businessName, location }) => (
          <li key={username}>
            <Link to={`/agents?username=${encodeURIComponent(username)}`}>{own}</Link>{' '}
            <span class="quiet">{[businessName, location].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Profile({
  profile: { displayUser: user, about, getToKnowMe, lastYearPastSalesTotal },
}: {
  profile: AgentProfile
}) {
  useTitle('Agent', user.name)
  const languages = getToKnowMe.languages.map(words).join(', ')
  return (
    <>
      <header>
        <h1>{user.name}</h1>
        <p class="quiet">{[user.businessName, user.phoneNumber, user.email].filter(Boolean).join(' · ')}</p>
      </header>
      {about.description && <p>{about.description}</p>}
      <Facts>
        <Fact name="Sales in the last year">{counted(lastYearPastSalesTotal.count, 'home')}</Fact>
        {user.ratings.count > 0 && (
          <Fact name="Reviews">{`${decimal(user.ratings.average)} of 5, ${counted(user.ratings.count, 'review')}`}</Fact>
        )}
        {languages !== '' && <Fact name="Languages">{languages}</Fact>}
      </Facts>
      <section>
        <h2>Homes for sale</h2>
        <Answered<AgentForSale> query={queryOf('/agent/for_sale', { encodedZuid: user.encodedZuid })} rows={6}>
          {({ body: { forSaleListings: homes } }) =>
            homes.length === 0 ? <Empty title="No homes for sale" /> : <HomeCards homes={homes.map(shortOf)} />
          }
        </Answered>
      </section>
    </>
  )
}

function shortOf(listing: AgentListing) {
  const { address, status, home_type: homeType, primary_photo_url: picture } = listing
  const { line1: street, city, stateOrProvince, postalCode } = address
  return {
    ...listing,
    street,
    town: `${city}, ${stateOrProvince} ${postalCode}`,
    homeStatus: status,
    homeType,
    picture,
  }
}
