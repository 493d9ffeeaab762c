/** Maps other names of places to the names in the catalog, both in the form of `placeNameKey`. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['poland', 'polska'],
  ['warsaw', 'warszawa'],
  ['cracow', 'krakow'],
  ['lower silesia', 'dolnoslaskie'],
  ['dolny slask', 'dolnoslaskie'],
  ['kujawy', 'kujawsko pomorskie'],
  ['lublin province', 'lubelskie'],
  ['lesser poland', 'malopolskie'],
  ['malopolska', 'malopolskie'],
  ['mazovia', 'mazowieckie'],
  ['masovia', 'mazowieckie'],
  ['mazowsze', 'mazowieckie'],
  ['subcarpathia', 'podkarpackie'],
  ['podkarpacie', 'podkarpackie'],
  ['podlasie', 'podlaskie'],
  ['pomerania', 'pomorskie'],
  ['pomorze', 'pomorskie'],
  ['silesia', 'slaskie'],
  ['slask', 'slaskie'],
  ['holy cross', 'swietokrzyskie'],
  ['warmia', 'warminsko mazurskie'],
  ['mazury', 'warminsko mazurskie'],
  ['greater poland', 'wielkopolskie'],
  ['wielkopolska', 'wielkopolskie'],
  ['west pomerania', 'zachodniopomorskie'],
  ['united states of america', 'united states'],
  ['usa', 'united states'],
  ['us', 'united states'],
  ['uk', 'united kingdom'],
  ['great britain', 'united kingdom'],
  ['turkey', 'turkiye'],
  ['czech republic', 'czechia'],
  ['nyc', 'new york'],
  ['new york city', 'new york'],
])

/** Returns a name and, if it is an alias, the catalog's name for the same place. */
export function namesFor(name: string): readonly string[] {
  const other = OTHER_NAMES.get(name)
  return other === undefined ? [name] : [name, other]
}
