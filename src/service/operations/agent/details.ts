import { sourceName } from '../../../catalog/ports/source-name.ts'
import { answer } from '../../../kit/answers/answer-head.ts'
import { component } from '../../../kit/answers/index.ts'
import { agentLink, optional, text, unlogged } from '../../../kit/params/index.ts'
import { regionAt } from '../../../places/regions/of-regions.ts'
import { PROFILE } from '../../rendering/documents/profile-document.ts'
import { anyOf } from '../identify.ts'
import { operation } from '../operation.ts'
import { AGENT_FAILURES, agentNamed } from './known-agent.ts'

const parameters = {
  agent_link: unlogged(optional(agentLink, 'URL of the agent’s profile page; only its path matters.')),
  username: unlogged(optional(text(200, 'ann-agent'), 'User name of the agent. Used if you do not send agent_link.')),
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
    const agentWithFigures = await agentNamed(agent_link ?? username ?? '', context, { agent_details: {} })
    const regions = catalog.regions()
    const cities = await catalog.agents.citiesOf(agentWithFigures.agent.agentId)
    const served = cities.flatMap((key) => regionAt(key, regions) ?? [])
    return {
      message: '200: Success',
      source: sourceName(catalog.about(), agentWithFigures.agent),
      agent_details: PROFILE.of({ ...agentWithFigures, served, nowMs: clock.now(), words }),
    }
  },
})
