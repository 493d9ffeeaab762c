import type { Point } from '../../src/model/home.ts'
import { entries } from './table.ts'

export interface SampleDistrict {
  readonly name: string
  readonly point: Point
}

/** A Polish city with its county, province and some districts. */
export interface SampleCity {
  readonly city: string
  readonly county: string
  readonly province: string
  /** The city's center. */
  readonly point: Point
  /** Share of the offers, relative to other cities. */
  readonly weight: number
  /** PLN per square meter of an average apartment. Rounded by hand; not a statistic. */
  readonly pricePerMeter: number
  readonly districts: readonly SampleDistrict[]
}

const ROWS: readonly [string, string, string, number, number, number, number][] = [
  ['Warszawa', 'Warszawa', 'mazowieckie', 52.2297, 21.0122, 24, 15800],
  ['Kraków', 'Kraków', 'małopolskie', 50.0614, 19.9366, 14, 14600],
  ['Wrocław', 'Wrocław', 'dolnośląskie', 51.1079, 17.0385, 11, 12600],
  ['Gdańsk', 'Gdańsk', 'pomorskie', 54.352, 18.6466, 9, 13300],
  ['Poznań', 'Poznań', 'wielkopolskie', 52.4064, 16.9252, 8, 11200],
  ['Łódź', 'Łódź', 'łódzkie', 51.7592, 19.456, 8, 8400],
  ['Gdynia', 'Gdynia', 'pomorskie', 54.5189, 18.5305, 5, 12800],
  ['Szczecin', 'Szczecin', 'zachodniopomorskie', 53.4285, 14.5528, 5, 9500],
  ['Lublin', 'Lublin', 'lubelskie', 51.2465, 22.5684, 4, 9900],
  ['Katowice', 'Katowice', 'śląskie', 50.2649, 19.0238, 5, 9300],
  ['Białystok', 'Białystok', 'podlaskie', 53.1325, 23.1688, 3, 8900],
  ['Bydgoszcz', 'Bydgoszcz', 'kujawsko-pomorskie', 53.1235, 18.0084, 3, 8300],
  ['Rzeszów', 'Rzeszów', 'podkarpackie', 50.0412, 21.9991, 3, 9700],
  ['Radom', 'Radom', 'mazowieckie', 51.4027, 21.1471, 2, 7000],
  ['Częstochowa', 'Częstochowa', 'śląskie', 50.8118, 19.1203, 2, 7000],
  ['Piaseczno', 'piaseczyński', 'mazowieckie', 52.0814, 21.024, 2, 10800],
  ['Sopot', 'Sopot', 'pomorskie', 54.4416, 18.5601, 1, 19000],
]

/** Districts with the coordinates of their centers. */
const DISTRICTS: Readonly<Record<string, string>> = {
  Warszawa:
    'Śródmieście 52.2297 21.0122, Mokotów 52.1935 21.0347, Wola 52.2373 20.9586, Ochota 52.2122 20.9726, Ursynów 52.1410 21.0328, Praga-Południe 52.2398 21.0858, Bielany 52.2855 20.9355, Wilanów 52.1540 21.1080',
  Kraków:
    'Stare Miasto 50.0616 19.9373, Krowodrza 50.0745 19.9080, Podgórze 50.0370 19.9610, Nowa Huta 50.0722 20.0376, Dębniki 50.0380 19.9080, Bronowice 50.0835 19.8830',
  Wrocław:
    'Krzyki 51.0745 17.0120, Fabryczna 51.1170 16.9640, Psie Pole 51.1460 17.1060, Śródmieście 51.1180 17.0660, Stare Miasto 51.1093 17.0280',
  Gdańsk:
    'Wrzeszcz 54.3795 18.6060, Oliwa 54.4110 18.5600, Przymorze 54.4095 18.5880, Śródmieście 54.3505 18.6500, Zaspa 54.3945 18.6120, Chełm 54.3340 18.6200',
  Poznań:
    'Jeżyce 52.4155 16.8960, Grunwald 52.3990 16.8790, Wilda 52.3880 16.9210, Stare Miasto 52.4100 16.9340, Nowe Miasto 52.3950 16.9690',
  Łódź: 'Bałuty 51.8050 19.4380, Górna 51.7260 19.4700, Polesie 51.7610 19.4230, Śródmieście 51.7700 19.4640, Widzew 51.7610 19.5290',
  Gdynia: 'Śródmieście 54.5170 18.5390, Orłowo 54.4800 18.5560, Redłowo 54.4930 18.5430, Witomino 54.5060 18.5060',
  Szczecin: 'Śródmieście 53.4320 14.5550, Prawobrzeże 53.3860 14.6560, Północ 53.4760 14.6010, Zachód 53.4350 14.5090',
  Lublin:
    'Czechów Północny 51.2770 22.5480, Czuby Północne 51.2330 22.5230, Śródmieście 51.2480 22.5590, Wieniawa 51.2500 22.5420',
  Katowice:
    'Śródmieście 50.2590 19.0210, Ligota-Panewniki 50.2230 18.9680, Koszutka 50.2720 19.0230, Brynów 50.2350 18.9950',
  Białystok: 'Centrum 53.1330 23.1600, Bojary 53.1350 23.1780, Nowe Miasto 53.1090 23.1350, Wygoda 53.1470 23.1960',
  Bydgoszcz: 'Fordon 53.1480 18.1700, Śródmieście 53.1260 18.0080, Bartodzieje 53.1330 18.0480, Okole 53.1290 17.9780',
  Rzeszów: 'Nowe Miasto 50.0250 22.0130, Drabinianka 50.0060 22.0080, Baranówka 50.0570 21.9840',
  Radom: 'Śródmieście 51.4030 21.1500, Ustronie 51.3830 21.1700, Gołębiów 51.4190 21.1750',
  Częstochowa:
    'Śródmieście 50.8110 19.1230, Raków 50.7830 19.1480, Północ 50.8410 19.1380, Tysiąclecie 50.8240 19.1150',
  Piaseczno: 'Zalesie Dolne 52.0610 21.0080',
  Sopot: 'Dolny Sopot 54.4430 18.5690, Górny Sopot 54.4420 18.5530',
}

export const POLISH_CITIES: readonly SampleCity[] = ROWS.map(
  ([city, county, province, latitude, longitude, weight, pricePerMeter]) => {
    const districts = (DISTRICTS[city] ?? '').split(', ').map(districtOf)
    return { city, county, province, point: { latitude, longitude }, weight, pricePerMeter, districts }
  },
)

function districtOf(line: string): SampleDistrict {
  const [, name = '', latitude, longitude] = /^(.+) (\d+\.\d+) (\d+\.\d+)$/.exec(line) ?? []
  return { name, point: { latitude: Number(latitude), longitude: Number(longitude) } }
}

export const POLISH_STREETS: readonly string[] =
  `Akacjowa Brzozowa Bukowa Cicha Cisowa Dębowa Fiołkowa Graniczna Jabłoniowa Jaśminowa Jesionowa Jodłowa Kalinowa Kasztanowa
Klonowa Krótka Kwiatowa Leśna Liliowa Lipowa Łąkowa Modrzewiowa Morelowa Nowa Ogrodowa Olchowa Orzechowa Parkowa Pogodna Polna
Porzeczkowa Poziomkowa Różana Sadowa Słoneczna Sosnowa Spacerowa Spokojna Świerkowa Topolowa Wąska Widokowa Wierzbowa Wiosenna
Wiśniowa Wrzosowa Zielona Źródlana`.split(/\s+/)

export const POLISH_AGENCIES: readonly string[] = entries(`
  Przykładowe Nieruchomości | Dom Przykładowy | Biuro Wzorcowe | Agencja Próbna | Klucze Przykładowe | Wzorcowe Metry`)

/** Sentences for all property, and for homes, land, commercial rooms and garages. */
export const OFFER_SENTENCES = {
  any: entries(`
    Dobre połączenie z centrum. | Cicha okolica, blisko sklepu i parku. | Uregulowany stan prawny. | Spokojne
    sąsiedztwo. | Blisko przystanku. | Zapraszamy na prezentację. | Dogodny dojazd o każdej porze dnia.`),
  lived: entries(`
    Jasne wnętrza i duże okna. | Do wprowadzenia od zaraz. | Funkcjonalny układ. | Blisko szkoły i przedszkola. |
    Kuchnia z oknem. | Miejsce na biurko znajdzie się w każdym pokoju. | Zadbana łazienka i wygodna kuchnia. | Słońce
    przez większą część dnia.`),
  ground: entries(`
    Równy, suchy teren. | Dojazd drogą utwardzoną. | Media przy granicy działki. | Kształt zbliżony do prostokąta.`),
  trade: entries(`
    Wejście bezpośrednio z ulicy. | Łatwy dojazd i rozładunek. | Możliwość podziału powierzchni. | Dobra ekspozycja.`),
  garage: ['Brama otwierana pilotem.', 'Sucho i bezpiecznie.', 'Szeroki wjazd.'],
} as const

export const INVENTED_OFFER = 'Zmyślona oferta z katalogu przykładowego. Invented offer of the sample catalog.'
