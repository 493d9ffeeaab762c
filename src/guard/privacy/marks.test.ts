import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownMarksOf, marksOf } from './marks.ts'

const SECRET = new Uint8Array(32).fill(7)

/**
 * Street lines, and the hashes that earlier versions stored for them. Never change these, because stored hashes cannot
 * be computed again.
 */
const MARKED: readonly (readonly [line: string, mark: string])[] = [
  ['824 Webster St', 'mhlsqBo-KVHJ4OM03L-8UxpwepcF4hkWNRykM_q2iHw'],
  ['824 N Webster St', 'jx2Ff-W_N0VIV96YsKcFNEiqldN1eDj__uj82hi01TU'],
  ['824 Webster Street Apt 4', 'l-z_ODuBbo77owNhVawkOOBRHGTsGPCfqEaF54uHDXU'],
  ['824 Webster St, Apt 4B', 'd8GCYDJCmTzAS9crzhbvpoLyuprOricyQ3Br8_REKqw'],
  ['824 Webster St #4', 'l-z_ODuBbo77owNhVawkOOBRHGTsGPCfqEaF54uHDXU'],
  ['824 Webster St # 4 B', 'd8GCYDJCmTzAS9crzhbvpoLyuprOricyQ3Br8_REKqw'],
  ['824 Webster St Unit 4', 'l-z_ODuBbo77owNhVawkOOBRHGTsGPCfqEaF54uHDXU'],
  ['824 Webster St Apt No. 4', 's4rMTlAO264fyuEJK7Dm5Q0wMt-jRiP3YqQsnVzppVU'],
  ['824 Webster St Apt No 4B', 's4rMTlAO264fyuEJK7Dm5Q0wMt-jRiP3YqQsnVzppVU'],
  ['824 Webster St, Apt. No. 4', 's4rMTlAO264fyuEJK7Dm5Q0wMt-jRiP3YqQsnVzppVU'],
  ['824 Webster St Apartment No. 4', 's4rMTlAO264fyuEJK7Dm5Q0wMt-jRiP3YqQsnVzppVU'],
  ['824 Webster St # No. 4', 's4rMTlAO264fyuEJK7Dm5Q0wMt-jRiP3YqQsnVzppVU'],
  ['824 Webster St Unit No. 4', 'ER8NHYwymtLSqxFZ2hGSmAdP9VgU2sKK0oMRUYwYOOU'],
  ['824 N Webster St Ste No 4', 'fgSdivJ5_aCzLARfpl4PgEMlpQVqCgcopcLjAxxKBCk'],
  ['824 Webster St No. 4', 'l-z_ODuBbo77owNhVawkOOBRHGTsGPCfqEaF54uHDXU'],
  ['824 Webster St, 308 B', 'mhlsqBo-KVHJ4OM03L-8UxpwepcF4hkWNRykM_q2iHw'],
  ['824 N Webster St, 308 b', 'jx2Ff-W_N0VIV96YsKcFNEiqldN1eDj__uj82hi01TU'],
  ['824 Webster St, 4B', 'd8GCYDJCmTzAS9crzhbvpoLyuprOricyQ3Br8_REKqw'],
  ['824 Webster St, rear', '6xvE9OZSj5HQ3l_Q-0NkAxyO7FyE0dWdfPZexHBOfbM'],
  ['824 Webster St, c/o John Smith', 'mhlsqBo-KVHJ4OM03L-8UxpwepcF4hkWNRykM_q2iHw'],
  ['824 Webster St, c/o John Smith Apt 4', 'mhlsqBo-KVHJ4OM03L-8UxpwepcF4hkWNRykM_q2iHw'],
  ['824 Webster St, Attn John Smith Unit 4B', 'mhlsqBo-KVHJ4OM03L-8UxpwepcF4hkWNRykM_q2iHw'],
  ['824 Webster St Bldg 3 Apt 4', '-nOv9zGB6AhAYdJE1OicJJx7gjhkp81etOSsWu595ik'],
  ['824 Webster St Fl 3', 'uv4jn0JVhCS8OSjCS9gu6DEF6bSrr_0VL8gNtr2H_SE'],
  ['41-25 Kissena Blvd', 'owN3c3Lupn8TyQyqgdwmXjvrmIkaw-JNeWArGHBklRQ'],
  ['1012 Elm Ave PH', 'H9ckdN1Q0udkKnmDwQMO-HuYEEBmQPLawunavKDpSps'],
  ['5 US Highway 20', 'Kk_pedDY_SjvQZBv4lFHs-JM5_qU6SNMDJuznbgdY6s'],
  ['5 Hwy 20 Lot 7', 'usqdYaKW0a_EDa9KFR2nLsyHJfoAhzrivTVFpABAiw0'],
  ['9 04th Ave', 'dtON7ET6sBYHHhn6UII91vCK7X94giefLDgcMTu42S0'],
  ['3 MLK Blvd', '8auXLZ4inRRSvwMaDd7nLFk_OF17ip6yHnHy0CACOgM'],
  ['2 Avenida Encinas', 'AnJXHCxFAris80autYvnnTO6NrrJvyGnDb5-RssxAc0'],
  ['Apt 4, 824 Webster St', 'l-z_ODuBbo77owNhVawkOOBRHGTsGPCfqEaF54uHDXU'],
  ['4922 B South Cornell Ave', 'DSefbffSVj78THKfETTXz_Xb2fsIO0kDKa5tN4DOAnY'],
  ['12 Mc Donald Rd', '02Ugg03noIhLTLvfBv1bbtRwRH1bfFWuY2n6uI5mUIo'],
  ['201 North St Unit No. 4', 'N3rQc2akBArOa4UgBT9cQtbQLFQhCfWzTXLLmJaKDZY'],
]

function personAt(streetAddress: string) {
  return { name: 'Jane Doe', addresses: [{ streetAddress, city: 'Oakland', state: 'CA', zipcode: '94607' }] }
}

test('a person is recognized by a hash that an earlier version stored, even if street lines are now parsed differently', () => {
  for (const [line, mark] of MARKED) assert.ok(knownMarksOf(SECRET, personAt(line)).includes(mark), line)
})

test('new hashes follow the current parsing, and people are recognized by these hashes too', () => {
  for (const [line] of MARKED) {
    const allMarks = knownMarksOf(SECRET, personAt(line))
    for (const mark of marksOf(SECRET, personAt(line)).at.flat()) assert.ok(allMarks.includes(mark), line)
  }
  const unit = (line: string) => marksOf(SECRET, personAt(line)).at
  assert.deepEqual(unit('824 Webster St Apt No. 4'), unit('824 Webster St APT 4'))
  assert.notDeepEqual(unit('824 Webster St Apt No. 4'), unit('824 Webster St Apt No. 5'))
})
