/** A Polish city that is a county of its own (miasto na prawach powiatu). */
export interface PolishCity {
  readonly city: string
  readonly county: string
  readonly province: string
}

/** All 66 of them, by province. */
const BY_PROVINCE: Readonly<Record<string, string>> = {
  dolnośląskie: 'Wrocław, Legnica, Jelenia Góra, Wałbrzych',
  'kujawsko-pomorskie': 'Bydgoszcz, Toruń, Włocławek, Grudziądz',
  lubelskie: 'Lublin, Biała Podlaska, Chełm, Zamość',
  lubuskie: 'Gorzów Wielkopolski, Zielona Góra',
  łódzkie: 'Łódź, Piotrków Trybunalski, Skierniewice',
  małopolskie: 'Kraków, Tarnów, Nowy Sącz',
  mazowieckie: 'Warszawa, Radom, Płock, Siedlce, Ostrołęka',
  opolskie: 'Opole',
  podkarpackie: 'Rzeszów, Przemyśl, Krosno, Tarnobrzeg',
  podlaskie: 'Białystok, Łomża, Suwałki',
  pomorskie: 'Gdańsk, Gdynia, Sopot, Słupsk',
  śląskie:
    'Katowice, Częstochowa, Sosnowiec, Gliwice, Zabrze, Bytom, Bielsko-Biała, Ruda Śląska, Rybnik, Tychy, Dąbrowa Górnicza, Chorzów, Jastrzębie-Zdrój, Jaworzno, Mysłowice, Piekary Śląskie, Siemianowice Śląskie, Świętochłowice, Żory',
  świętokrzyskie: 'Kielce',
  'warmińsko-mazurskie': 'Olsztyn, Elbląg',
  wielkopolskie: 'Poznań, Kalisz, Konin, Leszno',
  zachodniopomorskie: 'Szczecin, Koszalin, Świnoujście',
}

const byName = new Map(
  Object.entries(BY_PROVINCE).flatMap(([province, cities]) =>
    cities.split(', ').map((city) => [plain(city), { city, county: city, province }] as const),
  ),
)

/** Finds a city by name, in any letter case, with or without Polish letters: `lodz`, `Łódź`. */
export function polishCity(name: string): PolishCity | undefined {
  return byName.get(plain(name))
}

/** Dropping diacritics is safe: no two of these cities differ in them alone. */
function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll('ł', 'l')
    .normalize('NFKD')
    .replace(/[^a-z]+/g, (marks) => (/[\s-]/.test(marks) ? ' ' : ''))
}
