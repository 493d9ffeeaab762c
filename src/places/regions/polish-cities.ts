import type { Point } from '../../model/home.ts'

/** A Polish city that is a county itself (miasto na prawach powiatu). */
export interface PolishCity {
  readonly city: string
  readonly county: string
  readonly province: string
  /** Middle of the city, accurate to a kilometer or two. */
  readonly point: Point
}

/** All 66 cities by province, with the latitude and longitude of their middle. */
const BY_PROVINCE: Readonly<Record<string, string>> = {
  dolnośląskie: 'Wrocław 51.11 17.03, Legnica 51.21 16.16, Jelenia Góra 50.9 15.73, Wałbrzych 50.77 16.28',
  'kujawsko-pomorskie': 'Bydgoszcz 53.12 18, Toruń 53.01 18.6, Włocławek 52.65 19.07, Grudziądz 53.48 18.75',
  lubelskie: 'Lublin 51.25 22.57, Biała Podlaska 52.03 23.12, Chełm 51.14 23.47, Zamość 50.72 23.25',
  lubuskie: 'Gorzów Wielkopolski 52.74 15.23, Zielona Góra 51.94 15.51',
  łódzkie: 'Łódź 51.77 19.46, Piotrków Trybunalski 51.41 19.7, Skierniewice 51.95 20.16',
  małopolskie: 'Kraków 50.06 19.94, Tarnów 50.01 20.99, Nowy Sącz 49.62 20.7',
  mazowieckie: 'Warszawa 52.23 21.01, Radom 51.4 21.15, Płock 52.55 19.71, Siedlce 52.17 22.29, Ostrołęka 53.08 21.57',
  opolskie: 'Opole 50.67 17.92',
  podkarpackie: 'Rzeszów 50.04 22, Przemyśl 49.78 22.77, Krosno 49.69 21.77, Tarnobrzeg 50.57 21.68',
  podlaskie: 'Białystok 53.13 23.16, Łomża 53.18 22.07, Suwałki 54.1 22.93',
  pomorskie: 'Gdańsk 54.35 18.65, Gdynia 54.52 18.53, Sopot 54.44 18.56, Słupsk 54.46 17.03',
  śląskie:
    'Katowice 50.26 19.02, Częstochowa 50.81 19.12, Sosnowiec 50.29 19.1, Gliwice 50.29 18.67, Zabrze 50.32 18.79, Bytom 50.35 18.92, Bielsko-Biała 49.82 19.04, Ruda Śląska 50.26 18.86, Rybnik 50.1 18.54, Tychy 50.13 18.98, Dąbrowa Górnicza 50.33 19.19, Chorzów 50.3 18.95, Jastrzębie-Zdrój 49.95 18.6, Jaworzno 50.2 19.27, Mysłowice 50.21 19.17, Piekary Śląskie 50.38 18.95, Siemianowice Śląskie 50.33 19.03, Świętochłowice 50.29 18.92, Żory 50.04 18.7',
  świętokrzyskie: 'Kielce 50.87 20.63',
  'warmińsko-mazurskie': 'Olsztyn 53.78 20.49, Elbląg 54.16 19.4',
  wielkopolskie: 'Poznań 52.41 16.93, Kalisz 51.76 18.09, Konin 52.22 18.25, Leszno 51.84 16.57',
  zachodniopomorskie: 'Szczecin 53.43 14.55, Koszalin 54.19 16.18, Świnoujście 53.91 14.25',
}

const byName = new Map(
  Object.entries(BY_PROVINCE).flatMap(([province, cities]) =>
    cities.split(', ').map((entry) => {
      const words = entry.split(' ')
      const [latitude, longitude] = words.slice(-2).map(Number)
      const city = words.slice(0, -2).join(' ')
      // each text has two numbers
      return [plain(city), { city, county: city, province, point: { latitude, longitude } as Point }] as const
    }),
  ),
)

/** Finds a city by name, in any letter case, with or without Polish letters: `lodz`, `Łódź`. */
export function polishCity(name: string): PolishCity | undefined {
  return byName.get(plain(name))
}

/** Removes diacritics. No two of these cities have names that differ only in diacritics. */
function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll('ł', 'l')
    .normalize('NFKD')
    .replace(/[^a-z]+/g, (marks) => (/[\s-]/.test(marks) ? ' ' : ''))
}
