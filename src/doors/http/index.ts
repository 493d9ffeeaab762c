export { prepareForAgents } from './answering/agents.ts'
export { Service } from './answering/service.ts'
export { TileFile } from './content/tile-file.ts'
export { listen } from './listening/listen.ts'
export type { Telemetry } from './records/telemetry.ts'
export type { DataClocks } from './routes/area-days.ts'
export type { Hooks } from './routes/kept.ts'
export type {
  IdentityProvider,
  OperatorCaller,
  OperatorChange,
  OperatorPages,
  SignedIn,
} from './routes/operator-gate.ts'
