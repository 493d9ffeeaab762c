/** A Polish city with its county, province, centre, and some of its districts. */
export interface SampleCity {
  readonly city: string
  readonly county: string
  readonly province: string
  readonly latitude: number
  readonly longitude: number
  /** Share of the offers, relative to the other cities. */
  readonly weight: number
  /** PLN for a square metre of a middling flat; rounded by hand, not a statistic. */
  readonly pricePerMeter: number
  readonly districts: readonly string[]
}

type Row = [string, string, string, number, number, number, number, string]

const ROWS: readonly Row[] = [
  [
    'Warszawa',
    'Warszawa',
    'mazowieckie',
    52.2297,
    21.0122,
    24,
    15800,
    'Śródmieście, Mokotów, Wola, Ochota, Ursynów, Praga-Południe, Bielany, Wilanów',
  ],
  [
    'Kraków',
    'Kraków',
    'małopolskie',
    50.0614,
    19.9366,
    14,
    14600,
    'Stare Miasto, Krowodrza, Podgórze, Nowa Huta, Dębniki, Bronowice',
  ],
  [
    'Wrocław',
    'Wrocław',
    'dolnośląskie',
    51.1079,
    17.0385,
    11,
    12600,
    'Krzyki, Fabryczna, Psie Pole, Śródmieście, Stare Miasto',
  ],
  ['Gdańsk', 'Gdańsk', 'pomorskie', 54.352, 18.6466, 9, 13300, 'Wrzeszcz, Oliwa, Przymorze, Śródmieście, Zaspa, Chełm'],
  [
    'Poznań',
    'Poznań',
    'wielkopolskie',
    52.4064,
    16.9252,
    8,
    11200,
    'Jeżyce, Grunwald, Wilda, Stare Miasto, Nowe Miasto',
  ],
  ['Łódź', 'Łódź', 'łódzkie', 51.7592, 19.456, 8, 8400, 'Bałuty, Górna, Polesie, Śródmieście, Widzew'],
  ['Gdynia', 'Gdynia', 'pomorskie', 54.5189, 18.5305, 5, 12800, 'Śródmieście, Orłowo, Redłowo, Witomino'],
  ['Szczecin', 'Szczecin', 'zachodniopomorskie', 53.4285, 14.5528, 5, 9500, 'Śródmieście, Prawobrzeże, Północ, Zachód'],
  [
    'Lublin',
    'Lublin',
    'lubelskie',
    51.2465,
    22.5684,
    4,
    9900,
    'Czechów Północny, Czuby Północne, Śródmieście, Wieniawa',
  ],
  ['Katowice', 'Katowice', 'śląskie', 50.2649, 19.0238, 5, 9300, 'Śródmieście, Ligota-Panewniki, Koszutka, Brynów'],
  ['Białystok', 'Białystok', 'podlaskie', 53.1325, 23.1688, 3, 8900, 'Centrum, Bojary, Nowe Miasto, Wygoda'],
  [
    'Bydgoszcz',
    'Bydgoszcz',
    'kujawsko-pomorskie',
    53.1235,
    18.0084,
    3,
    8300,
    'Fordon, Śródmieście, Bartodzieje, Okole',
  ],
  ['Rzeszów', 'Rzeszów', 'podkarpackie', 50.0412, 21.9991, 3, 9700, 'Nowe Miasto, Drabinianka, Baranówka'],
  ['Radom', 'Radom', 'mazowieckie', 51.4027, 21.1471, 2, 7000, 'Śródmieście, Ustronie, Gołębiów'],
  ['Częstochowa', 'Częstochowa', 'śląskie', 50.8118, 19.1203, 2, 7000, 'Śródmieście, Raków, Północ, Tysiąclecie'],
  ['Piaseczno', 'piaseczyński', 'mazowieckie', 52.0814, 21.024, 2, 10800, 'Zalesie Dolne'],
  ['Sopot', 'Sopot', 'pomorskie', 54.4416, 18.5601, 1, 19000, 'Dolny Sopot, Górny Sopot'],
]

export const POLISH_CITIES: readonly SampleCity[] = ROWS.map(
  ([city, county, province, latitude, longitude, weight, pricePerMeter, districts]) => ({
    city,
    county,
    province,
    latitude,
    longitude,
    weight,
    pricePerMeter,
    districts: districts.split(', '),
  }),
)

export const POLISH_STREETS: readonly string[] =
  `Akacjowa Brzozowa Bukowa Cicha Cisowa Dębowa Fiołkowa Graniczna Jabłoniowa Jaśminowa Jesionowa Jodłowa Kalinowa Kasztanowa
Klonowa Krótka Kwiatowa Leśna Liliowa Lipowa Łąkowa Modrzewiowa Morelowa Nowa Ogrodowa Olchowa Orzechowa Parkowa Pogodna Polna
Porzeczkowa Poziomkowa Różana Sadowa Słoneczna Sosnowa Spacerowa Spokojna Świerkowa Topolowa Wąska Widokowa Wierzbowa Wiosenna
Wiśniowa Wrzosowa Zielona Źródlana`.split(/\s+/)

export const POLISH_AGENCIES: readonly string[] = [
  'Przykładowe Nieruchomości',
  'Dom Przykładowy',
  'Biuro Wzorcowe',
  'Agencja Próbna',
  'Klucze Przykładowe',
  'Wzorcowe Metry',
]

/** Title words by kind of property. */
export const OFFER_WORDS = {
  Apartment: 'Mieszkanie',
  House: 'Dom',
  Plot: 'Działka',
  Commercial: 'Lokal użytkowy',
  Warehouse: 'Hala',
  Room: 'Pokój',
  Garage: 'Garaż',
  Investment: 'Inwestycja',
} as const

export const OFFER_SENTENCES: readonly string[] = [
  'Jasne wnętrza i dobre połączenie z centrum.',
  'Cicha okolica, blisko szkoły, sklepu i parku.',
  'Do wprowadzenia od zaraz.',
  'Funkcjonalny układ i duże okna.',
  'Zadbana nieruchomość w zielonej części miasta.',
]

export const INVENTED_OFFER = 'Zmyślona oferta z katalogu przykładowego. Invented offer of the sample catalogue.'
