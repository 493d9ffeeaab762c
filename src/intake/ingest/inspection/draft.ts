import type { FieldTable } from '../../../model/field.ts'
import type { Guess, OptionValue } from './guess.ts'
import type { ColumnProfile } from './profile.ts'

/** A field with the same value in every row, and the reason for it. */
export interface Constant {
  readonly field: string
  readonly value: string
  readonly reason: string
  /** Set if the value is uncertain: nothing in the file shows it. */
  readonly doubtful?: true
  /** Conditions for the value, as a mapping spells them. */
  readonly when?: OptionValue
}

export interface DraftParts {
  readonly name: string
  readonly noun: string
  /** The format as a mapping spells it. */
  readonly format: string
  /** The mapping's lines that say which day the file describes. */
  readonly asOf: readonly string[]
  readonly key: { readonly columns: readonly KeyColumn[]; readonly reason: string; readonly doubtful?: true }
  readonly constants: readonly Constant[]
  readonly guesses: readonly Guess[]
  readonly notUsed: readonly string[]
  /** Important warnings, for example about an unreadable price. */
  readonly notes: readonly string[]
}

/** A column of the key, and the cells in it that mean "no value". */
export interface KeyColumn {
  readonly name: string
  /** The column to read if this column is empty. */
  readonly or?: string
  readonly emptyWhen?: readonly string[]
}

/** Returns the text of a mapping file, one field per line in the order of the field table. */
export function draftText(parts: DraftParts, table: FieldTable): string {
  const order = Object.keys(table)
  const lines = [
    ...parts.constants.map(({ field, value, reason, when }) => {
      return { field, text: flow({ constant: value, ...(when !== undefined && { when }) }), reason }
    }),
    ...parts.guesses.map((guess) => ({ field: guess.field, text: useText(guess), reason: guess.reason })),
  ].sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
  const { columns, reason } = parts.key
  const doubts = doubtsOf(parts)
  const keys = columns.map(keyText)
  const key = keys.length === 1 ? keys.join('') : `[${keys.join(', ')}]`
  return [
    ...parts.notes.flatMap(wrapped),
    '# A draft: read every line, correct what is wrong, and try it with --dry-run.',
    ...(doubts.length === 0 ? [] : wrapped(`Check first what the file does not say itself: ${doubts.join(', ')}.`)),
    '',
    `name: ${parts.name}`,
    '# Records of one source never overwrite those of another.',
    `source: ${parts.name}`,
    '# Where the data is from, and its license: answers show this text.',
    '# attribution: …',
    `noun: ${parts.noun}`,
    `format: ${parts.format}`,
    ...parts.asOf,
    '',
    `# ${onOneLine(reason)}`,
    `key: ${key}`,
    '',
    ...outsideLines(parts.guesses),
    'fields:',
    ...lines.flatMap(({ field, text, reason: why }) => [`  # ${onOneLine(why)}`, `  ${field}: ${text}`]),
    ...(parts.notUsed.length === 0 ? [] : ['', ...wrapped(`Not used: ${parts.notUsed.join(', ')}`)]),
    '',
  ].join('\n')
}

function outsideLines(guesses: readonly Guess[]): string[] {
  const all = guesses.flatMap(({ outside = {} }) => Object.entries(outside))
  const lines = all.map(([name, not]) => `  ${scalar(name)}: ${flow({ not })}`)
  return lines.length === 0 ? [] : ['# Rows with these words are not homes and are left out.', 'where:', ...lines, '']
}

/** Returns a mapping to complete by hand. It lists the file's columns with sample cells. */
export function emptyDraft(name: string, format: string, columns: readonly ColumnProfile[]): string {
  return [
    '# Plat recognized no column: name the key and the fields. mappings/README.md explains how.',
    `name: ${name}`,
    `source: ${name}`,
    'noun: home',
    `format: ${format}`,
    'key: # the column that identifies a row',
    'fields:',
    '  HomeType: { constant: SINGLE_FAMILY }',
    ...columns.map(
      ({ name: column, samples }) => `  # …: ${scalar(onOneLine(column))} # ${onOneLine(samples.join(', '))}`,
    ),
    '',
  ].join('\n')
}

/** Returns the fields, or the key, that a draft assumes without evidence in the file. */
export function doubtsOf({ key, constants, guesses }: Pick<DraftParts, 'key' | 'constants' | 'guesses'>): string[] {
  const doubtful = [...constants, ...guesses].filter((one) => one.doubtful)
  return [...(key.doubtful ? ['key'] : []), ...doubtful.map(({ field }) => field)]
}

function keyText({ name, or, emptyWhen }: KeyColumn): string {
  if (or === undefined && emptyWhen === undefined) return scalar(name)
  return flow({ column: or === undefined ? name : [name, or], ...(emptyWhen && { emptyWhen }) })
}

function useText({ column, joined, options }: Guess): string {
  if (joined !== undefined) return flow({ join: joined, ...options })
  const entries = Object.entries(options)
  return entries.length === 0 ? scalar(column) : flow({ column, ...options })
}

/** Writes a value on one line of YAML. */
export function flow(value: OptionValue): string {
  if (Array.isArray(value)) return `[${value.map((one) => scalar(String(one))).join(', ')}]`
  if (typeof value !== 'object') return scalar(String(value), typeof value === 'string')
  const entries = Object.entries(value)
  return `{ ${entries.map(([name, one]) => `${scalar(name)}: ${flow(one)}`).join(', ')} }`
}

/** Writes a text without quotes if YAML reads the same text back, else with quotes. */
function scalar(text: string, isText = true): string {
  const isPlain = /^[A-Za-z_][\w /]*$/.test(text) && text === text.trim()
  const isWord = /^(true|false|yes|no|null|on|off|y|n|nan)$/i.test(text)
  return (isPlain && !isWord) || !isText ? text : JSON.stringify(text)
}

/** Removes line breaks from headers and cells, so that they can stand in a comment. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ')
}

/** Wraps comments at 118 characters. */
function wrapped(text: string): string[] {
  return (
    onOneLine(text)
      .match(/\S.{0,114}\S(?= |$)|\S+/g)
      ?.map((line) => `# ${line}`) ?? []
  )
}
