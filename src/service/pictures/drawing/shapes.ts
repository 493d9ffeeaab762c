/**
 * The shapes that scenes are composed of; 0, 0 is the middle of a shape's foot. Each line has a color (literal, or by
 * its name in the paint) and the area to fill: `box x y wide high`, `dot x y radius`, or commands of an SVG path.
 */
const DRAWN = {
  sofa: `
    wood box -130 -16 14 16 box 116 -16 14 16
    fabric box -130 -132 260 100
    accent box -108 -116 60 52 box 48 -116 60 52
    fabric box -120 -62 240 44 box -158 -96 38 80 box 120 -96 38 80
    #0002 box -117 -66 234 8`,
  bed: `
    wood box -190 -150 16 150 box 176 -80 14 80 box -176 -44 352 22
    trim box -172 -86 344 40 box -166 -112 84 26
    fabric box -52 -92 226 60
    accent box -52 -92 44 60`,
  nightstand: `
    wood box -32 -66 64 66
    metal M0-70v-28
    #f3e3bd M-14-128h28l12 32h-52z`,
  lamp: `
    metal M0-4v-220M-24-2h48
    #f3e3bd M-22-262h44l16 54h-76z`,
  pendant: `
    metal M0 0v84
    accent M-14 84h28l24 40h-76z`,
  plant: `
    #5d8f60 M0-50q-66-24-62-116q56 26 62 116zM0-50q66-24 62-116q-56 26-62 116zM0-50q-34-74 0-156q34 82 0 156z
    #b98268 M-26-50h52l-8 48h-36z`,
  table: `
    wood box -176 -104 352 10 box -150 -92 12 92 box 138 -92 12 92`,
  chair: `
    wood M-26 0v-140M26 0v-62M-26-136v74h52
    fabric box -24 -70 50 8`,
  window: `
    trim box -98 -178 196 176
    glass box -86 -166 172 156
    hill M-86-10v-34q50-34 90-12t82-26v72z
    trim M0-166v156M-108 0h216`,
  bowl: `
    accent M-30-24h60q-8 24-30 24t-30-24z
    #c0563f dot -10 -28 11 dot 12 -28 11`,
  kitchen: `
    trim box -270 -100 540 100 box -270 -330 170 96 box 118 -330 152 96
    wood box -276 -116 552 14
    metal box -22 -334 44 60 M-62-250h124l-28-34h-68z
    dark box -52 -92 104 84
    glass box -38 -66 76 44
    metal M-36-80h72M-186-52v20M-140-52v20M150-52v20M196-52v20 box 176 -166 6 48 box 176 -170 34 6
    #0002 box -165 -98 3 96 box 172 -98 3 96 box -187 -328 3 92 box 193 -328 3 92
    accent box 90 -146 26 26 box 124 -158 26 38`,
  fridge: `
    #dfe6e9 box -52 -300 104 296
    #0002 box -54 -196 108 4
    metal M-36-232v-36M-36-176v60`,
  washstand: `
    wood box -74 -92 148 88
    trim box -84 -108 168 14 dot 0 -246 66
    #0002 box -1 -90 3 84
    metal box -2 -142 4 30 box -2 -144 22 4 M-16-54v10M16-54v10
    glass dot 0 -246 56`,
  tub: `
    metal box -116 -12 16 10 box 100 -12 16 10 box 126 -140 4 48 box 100 -144 30 4
    trim M-156-92h312q0 80-52 80h-208q-52 0-52-80z
    accent box -124 -92 52 70`,
  toilet: `
    trim box -56 -150 44 90 box -30 -12 44 10 M-14-78h76q0 46-44 50l-6 18h-30zM-52-60h20v10h-20z`,
  fireplace: `
    #b98570 box -130 -220 260 216
    #3b3330 M-76-4v-96q0-40 76-40t76 40v96z
    #e8793f M-46-8q-14-50 20-70q2 20 12 24q4-44 32-66q0 44 20 58q18 20 6 54z
    wood box -152 -236 304 14`,
  screen: `
    wood box -170 -60 340 46
    dark box -150 -240 300 164
    #4d6478 box -138 -228 276 140
    #8fa6b8 M-138-90l92-80l60 50l44-34l80 64z`,
  shelf: `
    wood box -92 -286 8 284 box 84 -286 8 284 box -88 -290 176 6 box -88 -196 176 6 box -88 -100 176 6 box -88 -8 176 6
    fabric box -76 -262 14 62 box -56 -252 14 52 box 20 -160 14 56 box -64 -70 44 58
    accent box -36 -266 14 66 box 40 -166 14 62 box 60 -154 14 50 box 4 -62 60 50
    metal box 14 -248 14 48 box 36 -256 14 56`,
  boxes: `
    #c7a77f box -84 -84 88 80 box 12 -64 76 60
    #d6b88f box -66 -140 62 52`,
  washer: `
    trim box -62 -140 124 136
    metal dot 0 -62 42 dot 40 -130 5
    glass dot 0 -62 31`,
  desk: `
    wood box -150 -110 300 12 box -140 -98 12 98 box 60 -98 84 94
    dark M-20-114v-18M-50-112h60 box -86 -228 132 88
    glass box -76 -218 112 68`,
  door: `
    wood box -60 -278 120 276
    #0002 box -42 -258 84 96 box -42 -138 84 110
    metal dot 44 -140 6`,
  clothes: `
    wood box -220 -300 440 10 box -220 -300 10 298 box 210 -300 10 298
    fabric M-170-256l-28 30l8 120h44l8-120zM56-256l-28 30l8 150h44l8-150z
    accent M-94-256l-28 30l8 96h44l8-96zM136-256l-28 30l8 108h44l8-108zM-18-256l-28 30l8 132h44l8-132z`,
  car: `
    accent M-166-34q-8-54 50-60l52-54h110l54 54q62 4 66 60z
    glass M-98-98l40-42h40v42zM-6-140h48l42 42h-90z
    dark dot -92 -34 34 dot 96 -34 34
    metal dot -92 -34 15 dot 96 -34 15`,
  carpet: `
    accent M-220-14l36-58h368l36 58z
    #fff8 M-180-26l20-34h320l20 34z`,
  picture: `
    wood box -52 -130 104 126
    trim box -44 -122 88 110
    fabric M-44-12l36-56l24 28l16-16l12 24v20z
    accent dot 16 -88 14`,
  tree: `
    wood box -9 -110 18 108
    leaf dot 0 -196 74 dot -48 -140 52 dot 48 -140 52`,
  pine: `
    wood box -7 -44 14 42
    #4f8060 M-62-44h124l-62-100zM-50-104h100l-50-90zM-36-164h72l-36-76z`,
  bush: `
    #5f9160 dot -26 -22 24 dot 0 -32 30 dot 28 -22 24`,
  fence: `
    trim M-150-60h300M-150-28h300M-130-2v-80M-78-2v-80M-26-2v-80M26-2v-80M78-2v-80M130-2v-80`,
  parasol: `
    metal M0-2v-150
    accent M-110-140q110-130 220 0z
    trim M-40-140q40-120 80 0z`,
  lounger: `
    trim M-90-30h110l70-60M-70-4v-26M40-4v-30
    fabric M-84-40h100l68-58`,
  boat: `
    trim M10-220v156h104z
    accent M-10-190v126h-72z
    door M-116-40h232q-26 44-66 44h-100q-50 0-66-44z`,
  person: `
    dark box -20 -64 14 60 box 6 -64 14 60
    fabric box -26 -138 52 76
    skin box -42 -130 10 54 box 32 -130 10 54 dot 0 -168 22`,
  sitting: `
    fabric M-44-2q0-96 44-96t44 96z
    skin dot 0 -122 24`,
  dog: `
    wood M-40-8v-44h84v44h-12v-26h-58v26zM44-52l10-34q36-8 40 14l-20 10zM-40-50q-24-8-22-32`,
  easel: `
    wood M-60-2l40-270M60-2l-40-270M0-70v-110
    trim box -96 -230 192 140
    accent M-80-100l50-70l40 40l30-24l40 54z`,
  backdrop: `
    #241f2b box -400 -500 800 500
    #fea4 M0-500L-125 70h250z`,
  curtain: `
    #8e2f3a M0-560h230q-20 300-130 556h-100z
    #0002 box 34 -556 22 550 box 100 -556 20 430 box 166 -556 18 250`,
  water: `
    #6fb1cf box -480 -160 960 160
    #fff8 M-400-120q30-12 60 0t60 0M-40-96q30-12 60 0t60 0M220-130q30-12 60 0t60 0`,
  sand: `
    #ecd9ae M-480 0v-70q240-40 480-10t480-30v110z`,
  basin: `
    trim box -340 -74 680 70
    #5fb4d6 box -322 -60 644 44`,
  railing: `
    dark box -480 -112 960 10 M-420 0v-104M-340 0v-104M-260 0v-104M-180 0v-104M-100 0v-104M-20 0v-104M60 0v-104M140 0v-104M220 0v-104M300 0v-104M380 0v-104M460 0v-104`,
  mountain: `
    #8798a8 M-260 0l260-300l260 300z
    #f7fafc M-62-228l62-72l62 72l-30 4l-22 30l-30-34l-24 26z`,
}

/** The areas of a shape, in drawing order. */
type Shape = readonly (readonly [color: string, commands: string])[]

export const SHAPES: Readonly<Record<string, Shape>> = Object.fromEntries(
  Object.entries(DRAWN).map(([name, lines]) => [name, lines.trim().split('\n').map(partOf)]),
)

function partOf(line: string): readonly [color: string, commands: string] {
  const [color = '', ...words] = line.trim().split(' ')
  const commands = words
    .join(' ')
    .replace(/box (\S+) (\S+) (\S+) (\S+)/g, 'M$1 $2h$3v$4h-$3z')
    .replace(
      /dot (\S+) (\S+) (\S+)/g,
      'M$1 $2m-$3 0a$3 $3 0 0 1 $3-$3a$3 $3 0 0 1 $3 $3a$3 $3 0 0 1-$3 $3a$3 $3 0 0 1-$3-$3',
    )
  return [color, commands]
}
