import { render } from 'preact'
import './look/tokens.css'
import './look/base.css'
import './look/parts.css'
import './look/shell.css'
import { Shell } from './shell/shell.tsx'
import { applyTheme } from './shell/theme.ts'

applyTheme()
const app = document.getElementById('app')
if (app !== null) render(<Shell />, app)
