/** Common names. The people who get them are invented. */
export const GIVEN_NAMES: readonly string[] =
  `Aaron Abigail Adam Aisha Alan Alba Alice Amara Amir Ana Andre Angela Anita Anton Arjun Beatrice Ben Bianca Boris Brian
Bruno Camila Carla Carlos Cecilia Chen Chloe Clara Colin Daniel Daria David Delia Diego Dora Edith Elena Eli Elsa Emil Emma
Erik Esther Eva Fatima Felix Fiona Frank Gabriel George Grace Greta Hana Hannah Harold Hector Helen Hugo Ian Ibrahim Ida
Imani Ines Irene Isaac Ivan Jacob Jade James Jana Jasper Jin Joan Jonas Jorge Judith Julia Kai Karen Kavya Keith Kenji Laila
Laura Leo Leon Lin Linda Louis Lucia Luis Maya Magda Marco Maria Mark Martin Mei Mila Mina Miriam Nadia Naomi Neil Nina Noah
Nora Olga Oliver Omar Oscar Owen Paula Peter Petra Priya Rafael Raj Rita Robert Rosa Ruth Sam Samira Sara Sofia Stefan Susan
Tara Theo Thomas Tina Toma Uma Vera Victor Viola Wanda Wei Xavier Yara Yusuf Zara Zoe`.split(/\s+/)

export const SURNAMES: readonly string[] =
  `Abbott Acosta Adler Ahmed Alvarez Andersen Archer Baker Barnes Bauer Becker Bell Bennett Berg Bishop Blake Bloom Boyd
Brandt Brook Burke Byrne Campos Carver Castillo Chandler Chang Cho Clarke Cole Conti Cooper Costa Cruz Dalton Davies Delgado
Diaz Dixon Doyle Duarte Eaton Ellis Engel Espinoza Farmer Fischer Fisher Flores Flynn Foster Fox Franklin Fuentes Garner
Gibson Gomes Gordon Graham Grant Greene Gupta Hale Hansen Harper Hart Hayes Hoffman Holt Hughes Hunt Ibarra Ito Jensen Joshi
Kaplan Keller Khan Kim Klein Kowalski Kruger Lambert Lane Larsen Lawson Lee Lindgren Lopez Lowe Lund Maier Malik Mann Marsh
Mason Medina Mendez Meyer Mills Moreno Morris Murphy Nash Nguyen Nielsen Novak Oakley Ochoa Olsen Ortega Osei Owens Park
Parker Patel Pena Perry Petrov Porter Potter Quinn Ramos Reed Reyes Rivera Rossi Rowe Russo Salazar Sanders Santos Sawyer
Schmidt Shah Shaw Silva Singh Soto Stone Suarez Sutton Tanaka Taylor Thorne Torres Tran Turner Vance Vargas Vega Wagner
Walker Wang Ward Webb Weber Wells West Wolf Wong Wood Yamada Yang Young Zhang Zimmer`.split(/\s+/)
