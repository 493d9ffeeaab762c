import { component } from '../../answers/index.ts'
import { agentLink, optional, text, unlogged } from '../../params/index.ts'
import { regionAt } from '../../regions/of-regions.ts'
import { answer } from '../../rendering/answer-head.ts'
import { PROFILE, profileDocument } from '../../rendering/documents/profile-document.ts'
import { sourceName } from '../../rendering/source-name.ts'
import { anyOf } from '../identify.ts'
import { operation } from '../operation.ts'
import { AGENT_FAILURES, agentNamed } from './known-agent.ts'

const parameters = {
  agent_link: unlogged(optional(agentLink, 'URL of the agent’s profile page; only its path matters.')),
  username: unlogged(optional(text(200, 'ann-agent'), 'User name of the agent. Used when agent_link is not given.')),
}

export const agentDetails = operation({
  path: '/agent/details',
  summary: 'An agent’s profile, with past sales and current listings.',
  group: 'Agents',
  parameters,
  rules: anyOf(parameters, 'agent'),
  failures: AGENT_FAILURES,
  answer: component('AgentDetails', answer({ agent_details: PROFILE })),
  run: async ({ agent_link, username }, context) => {
    const { catalog, clock, words } = context
    const known = await agentNamed(agent_link ?? username ?? '', context, { agent_details: {} })
    const regions = catalog.regions()
    const cities = await catalog.agents.citiesOf(known.agent.agentId)
    const served = cities.flatMap((key) => regionAt(key, regions) ?? [])
    return {
      message: '200: Success',
      source: sourceName(catalog.about()),
      agent_details: profileDocument(known, served, clock.now(), words),
    }
  },
})
