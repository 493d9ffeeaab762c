import { entries } from './table.ts'

/** First halves of invented street names: trees, stones, birds and other common words. */
export const STREET_NAMES: readonly string[] =
  `Alder Almond Amber Apple Arbor Ash Aspen Aster Badger Balsam Barley Basalt Bayberry Beacon Beech Bellflower Birch
Blossom Bluebell Bluff Bracken Bramble Briar Brook Buckeye Butternut Canyon Cardinal Cattail Cedar Chapel Cherry Chestnut
Cinder Clay Clearwater Clover Cobble Copper Coral Cottonwood Cove Creekside Crescent Crestview Cypress Dahlia Daisy Deer
Dogwood Dove Dune Eagle Elderberry Elm Ember Evergreen Fallow Fawn Fern Field Finch Fir Flint Forest Fountain Fox Foxglove
Garden Garnet Gingko Glen Goldenrod Granary Granite Grove Harbor Harvest Hawk Hawthorn Hazel Heather Hemlock Heron Hickory
Highland Hillside Holly Honeysuckle Hyacinth Indigo Iris Ivy Jasmine Juniper Kestrel Kingfisher Knoll Lakeview Larch Lark
Laurel Lavender Lilac Linden Locust Lupine Magnolia Mallard Maple Marigold Marsh Meadow Mesa Mill Millstone Mint Mistletoe
Monarch Moss Mulberry Myrtle Nettle Nutmeg Oak Oakridge Olive Orchard Oriole Osprey Overlook Palm Partridge Peach Pear
Pebble Pecan Peony Persimmon Pheasant Pine Pinecrest Plover Plum Pond Poplar Poppy Prairie Primrose Quail Quarry Quartz
Quince Rainbow Raven Redbud Redwood Ridge River Robin Rose Rosemary Rowan Saddle Saffron Sage Sandpiper Sandstone Sapphire
Sassafras Sequoia Shady Shale Shore Slate Sorrel Sparrow Spring Spruce Starling Stone Summit Sunflower Sunrise Sunset Swallow
Sweetgum Sycamore Tamarack Teal Thicket Thistle Thrush Thyme Timber Trillium Tulip Tupelo Valley Verbena Vine Violet Vista
Walnut Warbler Water Wheatfield Willow Windmill Winterberry Wisteria Wood Woodbine Wren Yarrow Yew Zinnia`.split(/\s+/)

/** Suffixes as the postal service abbreviates them. */
export const STREET_SUFFIXES = ['St', 'Ave', 'Ln', 'Dr', 'Ct', 'Pl', 'Rd', 'Way', 'Ter', 'Blvd', 'Cir', 'Trl'] as const

/** Directions before the name. Most streets have none. */
export const DIRECTIONS = ['', '', '', '', 'N', 'S', 'E', 'W', 'NE', 'SW'] as const

export const NEIGHBORHOOD_SITES = ['North', 'South', 'East', 'West', 'Upper', 'Lower', 'Old', 'New', 'Greater'] as const

export const NEIGHBORHOOD_NAMES: readonly string[] =
  `Alderbrook Birchwood Brookfield Cedarhurst Clearbrook Crestwood Elmhurst Fairview Ferncliff Foxhollow Glenwood Greenhill
Hazelwood Highfield Holloway Ironwood Kingsgate Lakemont Larkfield Lindenwood Maplewood Meadowbrook Millbrook Northgate
Oakhurst Orchardton Parkside Pinehurst Quarrytown Ridgeview Riverbend Rosehill Sandhurst Southgate Springfield Stonebridge
Sunnyside Thornhill Vinewood Westgate Willowdale Woodside`.split(/\s+/)

export const SUBDIVISION_ENDS = entries(`
  Estates | Commons | Crossing | Heights | Landing | Meadows | Park | Place | Ridge | Village`)

export const BUILDING_ENDS = entries(`
  Apartments | Lofts | Court | House | Flats | Residences | Tower | Terrace`)
