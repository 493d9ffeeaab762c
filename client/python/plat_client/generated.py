# Made by `npm run client` from the OpenAPI documents: change the declarations in src/, not this file.

"""The types of answers, and a method for each operation that is asked with a key."""

from collections.abc import Sequence
from typing import Any, Literal, NotRequired, TypedDict

from .core import Caller, Range, Result


Acquaintance = TypedDict("Acquaintance", {
    "Name": "str",
    "Age": "int",
    "Person ID": "str",
})

Address = TypedDict("Address", {
    "streetAddress": "str",
    "city": "str",
    "state": "str",
    "zipcode": "str",
})

AddressLines_location_item = TypedDict("AddressLines_location_item", {
    "fullValue": "str",
})
AddressLines = TypedDict("AddressLines", {
    "location": "list[AddressLines_location_item]",
})

AddressSuggestion_metaData = TypedDict("AddressSuggestion_metaData", {
    "addressType": "Literal['house', 'unit', 'building']",
    "streetNumber": NotRequired["str"],
    "streetName": NotRequired["str"],
    "unitNumber": NotRequired["str"],
    "city": "str",
    "state": "str",
    "country": "Literal['USA']",
    "zipCode": NotRequired["str"],
    "lat": "float",
    "lng": "float",
    "hasBadGeocode": NotRequired["Literal[True]"],
    "zpid": NotRequired["int"],
    "lotId": NotRequired["str"],
})
AddressSuggestion = TypedDict("AddressSuggestion", {
    "display": "str",
    "resultType": "Literal['Address']",
    "metaData": "AddressSuggestion_metaData",
})

Agent_profileData_item = TypedDict("Agent_profileData_item", {
    "label": "str",
    "data": "str",
})
Agent_reviewInformation = TypedDict("Agent_reviewInformation", {
    "reviewCount": "int",
    "reviewAverage": "float",
    "reviewCountText": "str",
    "reviewAverageText": "str",
})
Agent = TypedDict("Agent", {
    "name": "str",
    "link": "str",
    "username": "str",
    "encodedZuid": "str",
    "imageUrl": "str",
    "isTopAgent": "bool",
    "businessName": "str",
    "phoneNumber": "str",
    "location": "str",
    "profileData": "list[Agent_profileData_item]",
    "reviewInformation": "Agent_reviewInformation",
})

AgentChange = TypedDict("AgentChange", {
    "record": "Literal['agent']",
    "cursor": "str",
    "at": "str",
    "kinds": "list[Literal['new', 'gone', 'back', 'price', 'status', 'facts', 'history', 'withheld']]",
    "encodedZuid": "str",
})

AgentDetails = TypedDict("AgentDetails", {
    "message": "Literal['200: Success']",
    "source": "str",
    "agent_details": "AgentProfile",
    "warnings": NotRequired["list[Warning]"],
})

AgentForRent = TypedDict("AgentForRent", {
    "message": "Literal['200: Success']",
    "source": "str",
    "forRentListings": "list[AgentListing]",
    "listingCount": "int",
    "warnings": NotRequired["list[Warning]"],
})

AgentForSale = TypedDict("AgentForSale", {
    "message": "Literal['200: Success']",
    "source": "str",
    "forSaleListings": "list[AgentListing]",
    "listingCount": "int",
    "warnings": NotRequired["list[Warning]"],
})

AgentListing_address = TypedDict("AgentListing_address", {
    "line1": "str",
    "line2": "str",
    "city": "str",
    "stateOrProvince": "str",
    "postalCode": "str",
})
AgentListing = TypedDict("AgentListing", {
    "zpid": "int",
    "home_type": "Literal['SINGLE_FAMILY', 'TOWNHOUSE', 'CONDO', 'MULTI_FAMILY', 'APARTMENT', 'LOT', 'MANUFACTURED']",
    "address": "AgentListing_address",
    "bedrooms": "float | None",
    "bathrooms": "float",
    "price": "float",
    "price_currency": "Literal['usd']",
    "status": "Literal['FOR_SALE', 'FOR_RENT', 'SOLD', 'RECENTLY_SOLD', 'PENDING', 'COMING_SOON', 'OTHER']",
    "latitude": "float | None",
    "longitude": "float | None",
    "primary_photo_url": "str",
    "openHouses": "str",
    "hasOpenHouse": "bool",
    "brokerage_name": "str",
    "home_marketing_status": "Literal['active', 'comingSoon', 'pending']",
    "home_marketing_type": "Literal['forSale', 'forRent']",
    "has_vr_model": "bool",
    "listing_url": "str",
})

AgentProfile_about = TypedDict("AgentProfile_about", {
    "title": "str",
    "specialties": "list[str]",
    "description": "str",
    "yearsExperience": "str",
})
AgentProfile_displayUser_businessAddress = TypedDict("AgentProfile_displayUser_businessAddress", {
    "city": "str",
    "state": "str",
})
AgentProfile_displayUser_ratings = TypedDict("AgentProfile_displayUser_ratings", {
    "count": "int",
    "average": "float",
})
AgentProfile_displayUser = TypedDict("AgentProfile_displayUser", {
    "encodedZuid": "str",
    "screenName": "str",
    "name": "str",
    "profileTypes": "list[str]",
    "businessAddress": "AgentProfile_displayUser_businessAddress",
    "businessName": "str",
    "phoneNumber": "str",
    "email": "str",
    "isTopAgent": "bool",
    "profilePhotoSrc": "str",
    "ratings": "AgentProfile_displayUser_ratings",
})
AgentProfile_getToKnowMe = TypedDict("AgentProfile_getToKnowMe", {
    "title": "str",
    "description": "str",
    "inBusinessSince": "int | None",
    "videoUrl": "str | None",
    "specialties": "list[str]",
    "languages": "list[str]",
})
AgentProfile_professionalInformation_item = TypedDict("AgentProfile_professionalInformation_item", {
    "term": "str",
    "lines": "list[str]",
})
AgentProfile_serviceAreas_item = TypedDict("AgentProfile_serviceAreas_item", {
    "regionId": "int",
    "text": "str",
    "url": "str",
})
AgentProfile_lastYearPastSalesTotal = TypedDict("AgentProfile_lastYearPastSalesTotal", {
    "count": "int",
})
AgentProfile_lastYearPriceRange = TypedDict("AgentProfile_lastYearPriceRange", {
    "min": "float",
    "max": "float",
})
AgentProfile_pastSales = TypedDict("AgentProfile_pastSales", {
    "total": "int",
})
AgentProfile_forSaleListings = TypedDict("AgentProfile_forSaleListings", {
    "listingCount": "int",
})
AgentProfile_forRentListings = TypedDict("AgentProfile_forRentListings", {
    "listingCount": "int",
})
AgentProfile_reviewsData = TypedDict("AgentProfile_reviewsData", {
    "reviews": "list[AgentReview]",
})
AgentProfile_agentLicenses_item = TypedDict("AgentProfile_agentLicenses_item", {
    "licenseNumber": "str",
    "state": "str",
})
AgentProfile = TypedDict("AgentProfile", {
    "about": "AgentProfile_about",
    "displayUser": "AgentProfile_displayUser",
    "getToKnowMe": "AgentProfile_getToKnowMe",
    "professionalInformation": "list[AgentProfile_professionalInformation_item]",
    "serviceAreas": "list[AgentProfile_serviceAreas_item]",
    "lastYearPastSalesTotal": "AgentProfile_lastYearPastSalesTotal",
    "lastYearPriceRange": "AgentProfile_lastYearPriceRange | None",
    "lastYearPriceRangeText": "str",
    "pastSales": "AgentProfile_pastSales",
    "forSaleListings": "AgentProfile_forSaleListings",
    "forRentListings": "AgentProfile_forRentListings",
    "reviewsData": "AgentProfile_reviewsData",
    "agentLicenses": "list[AgentProfile_agentLicenses_item]",
})

AgentReview_subRatings_item = TypedDict("AgentReview_subRatings_item", {
    "description": "str",
    "score": "float",
})
AgentReview = TypedDict("AgentReview", {
    "reviewId": "str",
    "reviewComment": "str",
    "rating": "float",
    "subRatings": "list[AgentReview_subRatings_item]",
    "createDate": "str",
    "workDescription": "str",
})

AgentSale = TypedDict("AgentSale", {
    "zpid": "int",
    "represented": "Literal['Buyer', 'Seller', 'Buyer and Seller']",
    "sold_date": "str",
    "price": "str",
    "image_url": "str",
    "image_alt": "str",
    "home_details_url": "str",
    "street_address": "str",
    "city_state_zipcode": "str",
    "latitude": "float",
    "longitude": "float",
    "hasBadGeocode": NotRequired["Literal[True]"],
})

AgentSearch_resultsCount = TypedDict("AgentSearch_resultsCount", {
    "totalMatchingCount": "int",
})
AgentSearch_pagesInfo = TypedDict("AgentSearch_pagesInfo", {
    "totalPages": "int",
    "currentPage": "int",
    "resultsPerPage": "int",
})
AgentSearch = TypedDict("AgentSearch", {
    "message": "Literal['200']",
    "source": "str",
    "location": NotRequired["UnderstoodLocation"],
    "resultsCount": "AgentSearch_resultsCount",
    "pagesInfo": "AgentSearch_pagesInfo",
    "agents": "list[Agent]",
    "nearNames": NotRequired["list[str]"],
    "warnings": NotRequired["list[Warning]"],
})

AgentSold = TypedDict("AgentSold", {
    "message": "Literal['200: Success']",
    "source": "str",
    "pastSales": "list[AgentSale]",
    "pastSalesCount": "int",
    "warnings": NotRequired["list[Warning]"],
})

Alive = TypedDict("Alive", {
    "message": "str",
})

ApartmentBuilding_regionIds = TypedDict("ApartmentBuilding_regionIds", {
    "city": "int",
    "zipcode": "int",
})
ApartmentBuilding_amenitySummary = TypedDict("ApartmentBuilding_amenitySummary", {
    "buildingDetails": "list[str]",
    "laundry": "list[str]",
    "parking": "list[str]",
    "security": "list[str]",
})
ApartmentBuilding_amenityDetails_customAmenities = TypedDict("ApartmentBuilding_amenityDetails_customAmenities", {
    "rawAmenities": "list[str]",
})
ApartmentBuilding_amenityDetails = TypedDict("ApartmentBuilding_amenityDetails", {
    "hours": "list[str] | None",
    "pets": "list[str]",
    "customAmenities": "ApartmentBuilding_amenityDetails_customAmenities",
    "unitFeatures": "list[str]",
})
ApartmentBuilding_buildingAttributes_detailedPetPolicy_petPolicies_item = TypedDict("ApartmentBuilding_buildingAttributes_detailedPetPolicy_petPolicies_item", {
    "petType": "Literal['LargeDogs', 'SmallDogs', 'Cats']",
    "allowed": "bool",
})
ApartmentBuilding_buildingAttributes_detailedPetPolicy = TypedDict("ApartmentBuilding_buildingAttributes_detailedPetPolicy", {
    "petPolicies": "list[ApartmentBuilding_buildingAttributes_detailedPetPolicy_petPolicies_item]",
})
ApartmentBuilding_buildingAttributes = TypedDict("ApartmentBuilding_buildingAttributes", {
    "hasSharedLaundry": "bool | None",
    "hasElevator": "bool | None",
    "hasSwimmingPool": "bool | None",
    "hasBicycleStorage": "bool | None",
    "hasStorage": "bool | None",
    "hasGuestSuite": "bool | None",
    "hasPackageService": "bool | None",
    "hasPetPark": "bool | None",
    "hasHotTub": "bool | None",
    "hasSauna": "bool | None",
    "hasBarbecue": "bool | None",
    "hasOnsiteManagement": "bool | None",
    "hasFireplace": "bool | None",
    "isFurnished": "bool | None",
    "appliances": "list[str]",
    "floorCoverings": "list[str]",
    "parkingTypes": "list[str]",
    "viewType": "list[str]",
    "leaseTerms": "list[str]",
    "airConditioning": "str | None",
    "heatingSource": "str | None",
    "depositFeeMin": "float | None",
    "depositFeeMax": "float | None",
    "customAmenities": "str",
    "detailedPetPolicy": "ApartmentBuilding_buildingAttributes_detailedPetPolicy | None",
})
ApartmentBuilding_detailedPetPolicy_petPolicies_item = TypedDict("ApartmentBuilding_detailedPetPolicy_petPolicies_item", {
    "petType": "Literal['LargeDogs', 'SmallDogs', 'Cats']",
    "allowed": "bool",
})
ApartmentBuilding_detailedPetPolicy = TypedDict("ApartmentBuilding_detailedPetPolicy", {
    "petPolicies": "list[ApartmentBuilding_detailedPetPolicy_petPolicies_item]",
})
ApartmentBuilding_contactInfo = TypedDict("ApartmentBuilding_contactInfo", {
    "agentFullName": "str | None",
    "businessName": "str | None",
    "phoneNumber": "str | None",
})
ApartmentBuilding_specialOffers_item = TypedDict("ApartmentBuilding_specialOffers_item", {
    "description": "str",
})
ApartmentBuilding_rentalUnitsSummary = TypedDict("ApartmentBuilding_rentalUnitsSummary", {
    "unitCount": "int",
    "availableUnitCount": "int",
})
ApartmentBuilding_bestMatchedUnit = TypedDict("ApartmentBuilding_bestMatchedUnit", {
    "zpid": "str",
    "unitNumber": "str | None",
    "hdpUrl": "str",
})
ApartmentBuilding_walkScore = TypedDict("ApartmentBuilding_walkScore", {
    "walkscore": "int",
    "description": "str",
})
ApartmentBuilding_transitScore = TypedDict("ApartmentBuilding_transitScore", {
    "transit_score": "int",
    "description": "str",
})
ApartmentBuilding_bikeScore = TypedDict("ApartmentBuilding_bikeScore", {
    "bikescore": "int",
    "description": "str",
})
ApartmentBuilding = TypedDict("ApartmentBuilding", {
    "lotId": "str",
    "buildingId": "int",
    "id": "str",
    "buildingName": "str",
    "address": "DetailedAddress",
    "streetAddress": "str",
    "city": "str",
    "state": "str",
    "zipcode": "str",
    "fullAddress": "str",
    "neighborhood": "str | None",
    "county": "str",
    "country": "Literal['USA']",
    "currency": "Literal['USD']",
    "bestGuessTimezone": "str",
    "regionIds": "ApartmentBuilding_regionIds",
    "latitude": "float",
    "longitude": "float",
    "buildingUrl": "str",
    "bdpUrl": "str",
    "buildingType": "Literal['FOR_RENT', 'FOR_SALE', 'OTHER']",
    "homeTypes": "list[Literal['SINGLE_FAMILY', 'TOWNHOUSE', 'CONDO', 'MULTI_FAMILY', 'APARTMENT', 'LOT', 'MANUFACTURED']]",
    "description": "str",
    "photos": "list[Photo]",
    "galleryPhotos": "list[Photo]",
    "photoCount": "int",
    "thumb": "list[PictureLink]",
    "amenities": "list[str]",
    "amenitySummary": "ApartmentBuilding_amenitySummary",
    "amenityDetails": "ApartmentBuilding_amenityDetails",
    "buildingAttributes": "ApartmentBuilding_buildingAttributes",
    "petPolicy": "list[Literal['LargeDogs', 'SmallDogs', 'Cats']] | None",
    "detailedPetPolicy": "ApartmentBuilding_detailedPetPolicy | None",
    "isLowIncome": "bool",
    "isSeniorHousing": "bool",
    "yearBuilt": NotRequired["int"],
    "storiesTotal": "float | None",
    "phone": "str | None",
    "buildingPhoneNumber": "str | None",
    "managedBy": "str | None",
    "contactInfo": "ApartmentBuilding_contactInfo",
    "specialOffers": "list[ApartmentBuilding_specialOffers_item]",
    "unitCount": "int",
    "minPrice": "float | None",
    "maxPrice": "float | None",
    "availableCount": "int",
    "rentalUnitsSummary": "ApartmentBuilding_rentalUnitsSummary",
    "zpid": "str | None",
    "bestMatchedUnit": "ApartmentBuilding_bestMatchedUnit | None",
    "floorPlans": "list[FloorPlan]",
    "ungroupedUnits": "list[Unit]",
    "walkScore": "ApartmentBuilding_walkScore | None",
    "transitScore": "ApartmentBuilding_transitScore | None",
    "bikeScore": "ApartmentBuilding_bikeScore | None",
    "assignedSchools": "list[School]",
    "nearbyCities": "list[RegionLink]",
    "nearbyNeighborhoods": "list[RegionLink]",
    "nearbyZipcodes": "list[RegionLink]",
})

ApartmentDetails = TypedDict("ApartmentDetails", {
    "message": "Literal['200: Success']",
    "source": "str",
    "apartmentBuildingDetails": "ApartmentBuilding",
    "warnings": NotRequired["list[Warning]"],
})

AsOf = TypedDict("AsOf", {
    "day": "str",
    "undated": "list[Literal['facts', 'people', 'surroundings']]",
})

Attribution_listingAgents_item = TypedDict("Attribution_listingAgents_item", {
    "associatedAgentType": "str",
    "memberFullName": "str",
    "memberStateLicense": "str | None",
})
Attribution_listingOffices_item = TypedDict("Attribution_listingOffices_item", {
    "associatedOfficeType": "str",
    "officeName": "str",
})
Attribution = TypedDict("Attribution", {
    "agentName": "str | None",
    "agentPhoneNumber": "str | None",
    "brokerName": "str | None",
    "brokerPhoneNumber": "str | None",
    "mlsId": "str | None",
    "mlsName": "str | None",
    "providerLogo": "str | None",
    "trueStatus": "str | None",
    "agentEmail": "str | None",
    "agentLicenseNumber": "str | None",
    "attributionTitle": "str | None",
    "buyerAgentName": "str | None",
    "buyerBrokerageName": "str | None",
    "buyerAgentMemberStateLicense": "str | None",
    "coAgentName": "str | None",
    "coAgentNumber": "str | None",
    "coAgentLicenseNumber": "str | None",
    "mlsDisclaimer": "str | None",
    "lastChecked": "str | None",
    "lastUpdated": "str | None",
    "listingAgents": "list[Attribution_listingAgents_item]",
    "listingOffices": "list[Attribution_listingOffices_item]",
})

BacktestFigures = TypedDict("BacktestFigures", {
    "sales": "int",
    "firstDay": "str",
    "lastDay": "str",
    "medianErrorPercent": "float",
    "comparablesMedianErrorPercent": "float | None",
    "signedMedianErrorPercent": "float",
    "within5Percent": "float",
    "within10Percent": "float",
    "within20Percent": "float",
    "cod": "StandardMeasure",
    "prd": "StandardMeasure",
    "prb": "StandardMeasure",
    "coverage": "IntervalCoverage",
})

BacktestRegions_listed_item = TypedDict("BacktestRegions_listed_item", {
    "name": "str",
    "figures": "BacktestFigures",
})
BacktestRegions = TypedDict("BacktestRegions", {
    "total": "int",
    "listed": "list[BacktestRegions_listed_item]",
})

BuildingCard_address = TypedDict("BuildingCard_address", {
    "streetAddress": "str",
    "city": "str",
    "state": "str",
    "zipcode": "str",
    "buildingId": "int",
})
BuildingCard_unitsGroup_item = TypedDict("BuildingCard_unitsGroup_item", {
    "bedrooms": "float",
    "minPrice": "float",
    "isRoomForRent": "bool",
})
BuildingCard = TypedDict("BuildingCard", {
    "lotId": "str",
    "title": "str",
    "location": "Coordinates",
    "address": "BuildingCard_address",
    "groupType": "str",
    "listingStatus": "Literal['FOR_RENT']",
    "media": "CardMedia",
    "rental": "CardRental",
    "listCardRecommendation": "CardRecommendation",
    "currency": "Literal['usd']",
    "country": "Literal['usa']",
    "zpid": "int",
    "minPrice": NotRequired["float"],
    "maxPrice": NotRequired["float"],
    "unitsGroup": "list[BuildingCard_unitsGroup_item]",
    "matchingHomeCount": "int",
})

BuildingResult = TypedDict("BuildingResult", {
    "property": "BuildingCard",
    "resultType": "Literal['propertyGroup']",
})

CardDisplayRules_agent = TypedDict("CardDisplayRules_agent", {
    "agentName": NotRequired["str"],
})
CardDisplayRules_mls = TypedDict("CardDisplayRules_mls", {
    "brokerName": NotRequired["str"],
    "mustDisplayBrokerName": "bool",
    "mlsIdOnMap": NotRequired["str"],
})
CardDisplayRules = TypedDict("CardDisplayRules", {
    "canShowAddress": "bool",
    "canShowOnMap": "bool",
    "agent": "CardDisplayRules_agent",
    "mls": "CardDisplayRules_mls",
    "builder": "dict[str, Any]",
    "soldByOffice": "dict[str, Any]",
    "listingCategory": "Literal['mls', 'nonMls']",
})

CardListing_listingSubType = TypedDict("CardListing_listingSubType", {
    "isOpenHouse": NotRequired["Literal[True]"],
    "isFSBA": NotRequired["Literal[True]"],
    "isFSBO": NotRequired["Literal[True]"],
    "isPending": NotRequired["Literal[True]"],
    "isNewHome": NotRequired["Literal[True]"],
    "isForeclosure": NotRequired["Literal[True]"],
    "isBankOwned": NotRequired["Literal[True]"],
    "isForAuction": NotRequired["Literal[True]"],
    "isComingSoon": NotRequired["Literal[True]"],
})
CardListing = TypedDict("CardListing", {
    "daysOnPortal": NotRequired["int"],
    "listingSubType": "CardListing_listingSubType",
    "listingStatus": "Literal['forSale', 'forRent', 'recentlySold', 'preForeclosure']",
    "marketingStatus": "Literal['active', 'acceptingBackupOffers', 'comingSoon', 'pending', 'closed']",
    "isPreforeclosureAuction": "bool",
})

CardMedia_propertyPhotoLinks = TypedDict("CardMedia_propertyPhotoLinks", {
    "mediumSizeLink": "str",
    "highResolutionLink": "str",
})
CardMedia_allPropertyPhotos = TypedDict("CardMedia_allPropertyPhotos", {
    "medium": "list[str]",
    "highResolution": "list[str]",
})
CardMedia = TypedDict("CardMedia", {
    "propertyPhotoLinks": "CardMedia_propertyPhotoLinks",
    "thirdPartyPhotoLinks": "dict[str, Any]",
    "hasVRModel": "bool",
    "hasVideos": "bool",
    "hasIMX": "bool",
    "hasApprovedThirdPartyVirtualTour": "bool",
    "allPropertyPhotos": "CardMedia_allPropertyPhotos",
})

CardRecommendation_flexFieldRecommendations_item = TypedDict("CardRecommendation_flexFieldRecommendations_item", {
    "displayString": "str",
    "flexFieldType": "Literal['priceCut', 'homeInsight']",
    "contentType": "Literal['priceCut', 'homeInsight']",
})
CardRecommendation = TypedDict("CardRecommendation", {
    "flexFieldRecommendations": "list[CardRecommendation_flexFieldRecommendations_item]",
})

CardRental = TypedDict("CardRental", {
    "areApplicationsAccepted": "bool",
    "hasVirtualTour": "bool",
    "currency": "Literal['usd']",
    "country": "Literal['usa']",
    "baseRent": NotRequired["float"],
})

Chart_DataPoints = TypedDict("Chart_DataPoints", {
    "homeValueChartData": "list[ChartLine]",
    "streetAddress": "str",
    "city": "str",
    "state": "str",
    "zipcode": "str",
    "Current_Rent_Zestimate": NotRequired["float"],
})
Chart = TypedDict("Chart", {
    "message": "Literal['200: Success']",
    "source": "str",
    "GraphType": "Literal['zestimate_history', 'rent_zestimate_history', 'listing_price', 'zestimate_percent_change', 'tax_assessment', 'tax_paid']",
    "RecentFirst": "bool",
    "DataPoints": "Chart_DataPoints",
    "Current_Rent_Zestimate": NotRequired["float"],
    "warnings": NotRequired["list[Warning]"],
    "asOf": NotRequired["AsOf"],
})

ChartLine_points_item = TypedDict("ChartLine_points_item", {
    "x": "int",
    "y": "float",
})
ChartLine = TypedDict("ChartLine", {
    "name": "str",
    "source": "str",
    "sales": NotRequired["int"],
    "points": "list[ChartLine_points_item]",
})

Climate = TypedDict("Climate", {
    "message": "Literal['200: Success']",
    "source": "str",
    "floodSources": "dict[str, ClimateScore]",
    "fireSources": "dict[str, ClimateScore]",
    "heatSources": "dict[str, ClimateScore]",
    "windSources": "dict[str, ClimateScore]",
    "airSources": "dict[str, ClimateScore]",
    "overallSources": "dict[str, ClimateScore]",
    "disagreement": NotRequired["dict[str, list[ClimateDisagreement]]"],
    "warnings": NotRequired["list[Warning]"],
})

ClimateDisagreement = TypedDict("ClimateDisagreement", {
    "peril": "Literal['flood', 'fire', 'heat', 'wind', 'air', 'overall']",
    "sources": "list[str]",
    "difference": "float",
    "detail": "str",
})

ClimateScore_scale = TypedDict("ClimateScore_scale", {
    "min": "float",
    "max": "float",
})
ClimateScore = TypedDict("ClimateScore", {
    "name": "str",
    "score": "float",
    "scale": "ClimateScore_scale",
    "higherIsWorse": "bool",
    "unit": "str",
    "rating": NotRequired["str"],
    "resolution": "Literal['parcel', 'tract', 'county']",
    "vintage": "str",
    "explanation": "str",
    "source": "str",
})

ComparableHomes_comparable_homes_item = TypedDict("ComparableHomes_comparable_homes_item", {
    "property": "SoldHomeRow",
    "comparison": "Comparison",
})
ComparableHomes_valuation_marketIndex = TypedDict("ComparableHomes_valuation_marketIndex", {
    "region": "str",
    "source": "str",
})
ComparableHomes_valuation = TypedDict("ComparableHomes_valuation", {
    "asOf": "str",
    "value": "float | None",
    "estimate": "OwnEstimate | None",
    "values": "list[SaidValue]",
    "disagreements": "list[str]",
    "marketIndex": "ComparableHomes_valuation_marketIndex | None",
})
ComparableHomes = TypedDict("ComparableHomes", {
    "message": "Literal['200: Success']",
    "source": "str",
    "zpid": "str",
    "comparable_homes": "list[ComparableHomes_comparable_homes_item]",
    "valuation": "ComparableHomes_valuation",
    "warnings": NotRequired["list[Warning]"],
    "asOf": NotRequired["AsOf"],
})

Comparison_differences = TypedDict("Comparison_differences", {
    "livingArea": "float | None",
    "lotSize": "float | None",
    "bedrooms": "float | None",
    "bathrooms": "float | None",
    "yearBuilt": "float | None",
    "qualityGrade": "float | None",
    "conditionGrade": "float | None",
    "viewGrade": "float | None",
})
Comparison = TypedDict("Comparison", {
    "distanceMiles": "float",
    "soldDate": "str",
    "differences": "Comparison_differences",
    "marketFactor": "float",
    "adjustedPrice": "int",
    "weight": "float",
})

Coordinates = TypedDict("Coordinates", {
    "latitude": "float",
    "longitude": "float",
})

DetailedAddress = TypedDict("DetailedAddress", {
    "streetAddress": "str",
    "city": "str",
    "state": "str",
    "zipcode": "str",
    "neighborhood": "str | None",
    "community": "str | None",
    "subdivision": "str | None",
})

EventAgent = TypedDict("EventAgent", {
    "photo": "str | None",
    "profileUrl": "str",
    "name": "str",
})

Experience_host = TypedDict("Experience_host", {
    "id": "str",
    "name": "str",
    "isSuperhost": "bool",
})
Experience_location = TypedDict("Experience_location", {
    "city": "str",
    "country": "str",
    "latitude": "float | None",
    "longitude": "float | None",
    "hasBadGeocode": NotRequired["Literal[True]"],
})
Experience = TypedDict("Experience", {
    "nextAvailable": "str | None",
    "availability": "list[ExperienceSlot]",
    "experienceId": "str",
    "title": "str",
    "byline": "str",
    "url": "str",
    "pricePerGuest": "float",
    "currency": "str",
    "durationMinutes": "float",
    "rating": "float | None",
    "reviewCount": "float",
    "experienceType": "str",
    "travelerTypes": "list[str]",
    "timesOfDay": "list[Literal['morning', 'afternoon', 'evening']]",
    "hostLanguages": "list[str]",
    "accessibilityFeatures": "list[str]",
    "maxGuests": "float",
    "minAge": "float | None",
    "host": "Experience_host",
    "location": "Experience_location",
    "images": "list[str]",
})

ExperienceChange = TypedDict("ExperienceChange", {
    "cursor": "str",
    "at": "str",
    "kinds": "list[Literal['new', 'gone', 'back', 'price', 'status', 'facts', 'history', 'withheld']]",
    "experienceId": "str",
    "title": "str",
    "city": "str",
    "pricePerGuest": "float",
    "currency": "str",
    "changes": "list[FieldChange]",
})

ExperienceChanges = TypedDict("ExperienceChanges", {
    "message": "Literal['200']",
    "source": "str",
    "events": "list[ExperienceChange]",
    "next": "str",
    "upTo": "str",
    "more": "bool",
    "locations": NotRequired["list[UnderstoodLocation]"],
    "warnings": NotRequired["list[Warning]"],
})

ExperienceSlot = TypedDict("ExperienceSlot", {
    "date": "str",
    "startTime": "str",
    "seatsLeft": "int",
})

Experiences = TypedDict("Experiences", {
    "message": "Literal['200']",
    "source": "str",
    "total": "int",
    "nextPageCursor": "str | None",
    "locations": "list[UnderstoodLocation]",
    "facets": NotRequired["Facets"],
    "searchResults": "list[Experience]",
    "warnings": NotRequired["list[Warning]"],
})

Explanation_removed_item = TypedDict("Explanation_removed_item", {
    "parameter": "str",
    "rows": "int",
})
Explanation_without_item = TypedDict("Explanation_without_item", {
    "parameters": "list[str]",
    "results": "int",
})
Explanation = TypedDict("Explanation", {
    "query": "dict[str, str | float | bool]",
    "defaults": "list[str]",
    "given": NotRequired["dict[str, str]"],
    "removed": "list[Explanation_removed_item]",
    "without": NotRequired["list[Explanation_without_item]"],
})

FacetGroups_groups_item = TypedDict("FacetGroups_groups_item", {
    "group": "str",
    "count": "int",
    "mean": "float",
    "median": "float",
})
FacetGroups = TypedDict("FacetGroups", {
    "groups": "list[FacetGroups_groups_item]",
    "others": "int",
})

FacetNumbers_histogram = TypedDict("FacetNumbers_histogram", {
    "from": "list[float]",
    "results": "list[int]",
})
FacetNumbers = TypedDict("FacetNumbers", {
    "unit": "str",
    "count": "int",
    "missing": "int",
    "sum": "float",
    "mean": "float | None",
    "min": "float | None",
    "p10": "float | None",
    "p25": "float | None",
    "median": "float | None",
    "p75": "float | None",
    "p90": "float | None",
    "max": "float | None",
    "histogram": "FacetNumbers_histogram",
})

FacetPlaces_places_item = TypedDict("FacetPlaces_places_item", {
    "place": "str",
    "results": "int",
})
FacetPlaces = TypedDict("FacetPlaces", {
    "places": "list[FacetPlaces_places_item]",
    "others": "int",
})

Facets = TypedDict("Facets", {
    "values": "dict[str, dict[str, int]]",
    "places": "dict[str, FacetPlaces]",
    "numbers": "dict[str, FacetNumbers]",
    "groups": "dict[str, FacetGroups]",
})

FieldChange = TypedDict("FieldChange", {
    "field": "str",
    "before": "Any",
    "after": "Any",
})

FigureSource = TypedDict("FigureSource", {
    "basis": "Literal['published', 'computed', 'none']",
    "source": "str",
    "date": "str",
    "from": NotRequired["str"],
    "figure": NotRequired["str"],
    "homes": NotRequired["int"],
    "kind": NotRequired["Literal['published', 'estimated']"],
    "why": NotRequired["str"],
})

FloorPlan = TypedDict("FloorPlan", {
    "name": "str",
    "zpid": "str | None",
    "beds": "float",
    "baths": "float",
    "sqft": "float | None",
    "minPrice": "float | None",
    "maxPrice": "float | None",
    "availableCount": "int",
    "availableFrom": "str | None",
    "units": "list[Unit]",
})

FullDocument = TypedDict("FullDocument", {
    "message": "Literal['200: Success']",
    "source": "str",
    "portalURL": "str",
    "propertyDetails": "PropertyDetails",
    "changes": NotRequired["list[HomeChange]"],
    "warnings": NotRequired["list[Warning]"],
    "asOf": NotRequired["AsOf"],
})

HomeCard_openHouseShowingList_item = TypedDict("HomeCard_openHouseShowingList_item", {
    "startTime": "int",
    "endTime": "int",
})
HomeCard_lotSizeWithUnit = TypedDict("HomeCard_lotSizeWithUnit", {
    "lotSize": "float",
    "lotSizeUnit": "Literal['squareFeet', 'acres']",
})
HomeCard_price = TypedDict("HomeCard_price", {
    "value": "float",
    "pricePerSquareFoot": NotRequired["int"],
    "priceChange": NotRequired["float"],
    "changedDate": NotRequired["int"],
})
HomeCard_estimates = TypedDict("HomeCard_estimates", {
    "zestimate": NotRequired["float"],
    "rentZestimate": NotRequired["float"],
})
HomeCard_taxAssessment = TypedDict("HomeCard_taxAssessment", {
    "taxAssessedValue": "float",
    "taxAssessmentYear": "str",
})
HomeCard_portalOwnedProperty = TypedDict("HomeCard_portalOwnedProperty", {
    "isPortalOwned": "bool",
})
HomeCard_personalizedResult = TypedDict("HomeCard_personalizedResult", {
    "isViewed": "bool",
})
HomeCard_userRecommendation = TypedDict("HomeCard_userRecommendation", {
    "isRecommendedForYou": "bool",
})
HomeCard_hdpView = TypedDict("HomeCard_hdpView", {
    "listingStatus": "Literal['forSale', 'forRent', 'recentlySold', 'preForeclosure']",
    "price": NotRequired["float"],
    "hdpUrl": "str",
})
HomeCard = TypedDict("HomeCard", {
    "daysOnPortal": NotRequired["int"],
    "openHouseShowingList": NotRequired["list[HomeCard_openHouseShowingList_item]"],
    "listing": "CardListing",
    "zpid": "int",
    "location": NotRequired["Coordinates"],
    "address": "Address",
    "buildingId": NotRequired["int"],
    "media": "CardMedia",
    "isFeatured": "bool",
    "isShowcaseListing": "bool",
    "isUnmappable": "bool",
    "isPreforeclosureAuction": "bool",
    "hasFloorPlan": "bool",
    "rental": "CardRental",
    "listingDateTimeOnPortal": NotRequired["int"],
    "bestGuessTimeZone": NotRequired["str"],
    "listCardRecommendation": "CardRecommendation",
    "bathrooms": NotRequired["float"],
    "bedrooms": NotRequired["float"],
    "livingArea": NotRequired["float"],
    "yearBuilt": NotRequired["int"],
    "lotSizeWithUnit": NotRequired["HomeCard_lotSizeWithUnit"],
    "propertyType": "Literal['singleFamily', 'townhome', 'condo', 'multiFamily', 'apartment', 'manufactured', 'land']",
    "price": NotRequired["HomeCard_price"],
    "soldDate": NotRequired["str"],
    "estimates": "HomeCard_estimates",
    "taxAssessment": NotRequired["HomeCard_taxAssessment"],
    "portalOwnedProperty": "HomeCard_portalOwnedProperty",
    "ssid": NotRequired["int"],
    "region": "dict[str, Any]",
    "personalizedResult": "HomeCard_personalizedResult",
    "userRecommendation": "HomeCard_userRecommendation",
    "currency": "Literal['usd']",
    "country": "Literal['usa']",
    "hdpView": "HomeCard_hdpView",
    "propertyDisplayRules": "CardDisplayRules",
})

HomeChange = TypedDict("HomeChange", {
    "record": "Literal['home']",
    "cursor": "str",
    "at": "str",
    "kinds": "list[Literal['new', 'gone', 'back', 'price', 'status', 'facts', 'history', 'withheld']]",
    "zpid": "int",
    "address": "Address",
    "price": "float | None",
    "homeStatus": "Literal['FOR_SALE', 'FOR_RENT', 'SOLD', 'RECENTLY_SOLD', 'PENDING', 'COMING_SOON', 'OTHER']",
    "changes": "list[FieldChange]",
})

HomeChanges = TypedDict("HomeChanges", {
    "message": "Literal['200']",
    "source": "str",
    "events": "list[HomeChange | AgentChange]",
    "next": "str",
    "upTo": "str",
    "more": "bool",
    "locations": NotRequired["list[UnderstoodLocation]"],
    "warnings": NotRequired["list[Warning]"],
})

HomeLayer = TypedDict("HomeLayer", {
    "layer": "str",
    "id": "str",
    "name": "str | None",
    "label": "str",
    "source": "str | None",
    "date": "str | None",
})

HomeResult = TypedDict("HomeResult", {
    "property": "HomeCard",
    "resultType": "Literal['property']",
})

HomeRow_listing_sub_type = TypedDict("HomeRow_listing_sub_type", {
    "is_newHome": "bool",
    "is_FSBO": "bool",
    "is_FSBA": "bool",
    "is_foreclosure": "bool",
    "is_bankOwned": "bool",
    "is_forAuction": "bool",
    "is_comingSoon": "bool",
})
HomeRow = TypedDict("HomeRow", {
    "zpid": "int",
    "price": "float | None",
    "currency": "Literal['USD']",
    "bedrooms": "float | None",
    "bathrooms": "float",
    "livingArea": "float | None",
    "livingAreaValue": "float | None",
    "livingAreaUnits": "str | None",
    "livingAreaUnitsShort": "str | None",
    "lotSize": "float | None",
    "lotAreaValue": "float | None",
    "lotAreaUnits": "Literal['Square Feet', 'Acres']",
    "address": "Address",
    "state": "str",
    "latitude": "float",
    "longitude": "float",
    "homeStatus": "Literal['FOR_SALE', 'FOR_RENT', 'SOLD', 'RECENTLY_SOLD', 'PENDING', 'COMING_SOON', 'OTHER']",
    "homeType": "Literal['SINGLE_FAMILY', 'TOWNHOUSE', 'CONDO', 'MULTI_FAMILY', 'APARTMENT', 'LOT', 'MANUFACTURED']",
    "yearBuilt": NotRequired["int"],
    "hdpUrl": "str",
    "hdpTypeDimension": "str",
    "propertyTypeDimension": "str",
    "listingTypeDimension": "str",
    "listing_sub_type": "HomeRow_listing_sub_type",
    "newConstructionType": "str | None",
    "providerListingID": "str | None",
    "attributionInfo": "ShortAttribution",
    "miniCardPhotos": "list[PictureLink]",
    "formattedChip": "AddressLines",
    "parentRegion": "RegionName | None",
})

HousingMarket_figure_sources = TypedDict("HousingMarket_figure_sources", {
    "typical_home_values": "FigureSource",
    "for_sale_inventory": "FigureSource",
    "new_listings": "FigureSource",
    "median_days_to_pending": "FigureSource",
    "median_sale_price": "FigureSource",
    "median_list_price": "FigureSource",
    "market_saletolist_ratio": "FigureSource",
    "percent_ofsales_over_list_price": "FigureSource",
    "percent_ofsales_under_list_price": "FigureSource",
    "zhviRange": "FigureSource",
})
HousingMarket = TypedDict("HousingMarket", {
    "message": "Literal['200: Success']",
    "source": "str",
    "date": "str",
    "search_query": "str",
    "search_url": "str",
    "location": "ResolvedRegion",
    "basis": "Literal['published', 'computed']",
    "market_overview": "MarketOverview",
    "market_analytics": "MarketAnalytics",
    "rental_market_trends": NotRequired["RentTrends"],
    "figure_sources": "HousingMarket_figure_sources",
    "warnings": NotRequired["list[Warning]"],
    "asOf": NotRequired["AsOf"],
})

Images = TypedDict("Images", {
    "message": "Literal['200: Success']",
    "source": "str",
    "propertyURL": "str",
    "hiResImageLink": "str",
    "streetViewImageUrl": "str | None",
    "originalPhotos": "list[Photo]",
    "warnings": NotRequired["list[Warning]"],
})

IntervalCoverage = TypedDict("IntervalCoverage", {
    "of80": "float",
    "of90": "float",
})

LayerFeature_properties = TypedDict("LayerFeature_properties", {
    "layer": "str",
    "label": "str",
    "name": "str | None",
    "source": "str | None",
    "date": "str | None",
})
LayerFeature_geometry = TypedDict("LayerFeature_geometry", {
    "type": "Literal['MultiPolygon']",
    "coordinates": "list[list[list[list[float]]]]",
})
LayerFeature = TypedDict("LayerFeature", {
    "type": "Literal['Feature']",
    "id": "str",
    "properties": "LayerFeature_properties",
    "geometry": "LayerFeature_geometry",
    "warnings": NotRequired["list[Warning]"],
})

Layers_layers_item = TypedDict("Layers_layers_item", {
    "name": "str",
    "label": "str",
    "source": "str | None",
    "date": "str | None",
    "features": "int",
})
Layers = TypedDict("Layers", {
    "message": "Literal['200']",
    "layers": "list[Layers_layers_item]",
})

LotIds_results_item = TypedDict("LotIds_results_item", {
    "lotId": "str",
    "display": "str",
    "lat": "float",
    "lng": "float",
})
LotIds = TypedDict("LotIds", {
    "message": "Literal['200: Success']",
    "source": "str",
    "results": "list[LotIds_results_item]",
    "warnings": NotRequired["list[Warning]"],
})

MarketAnalytics_zhviRange_item = TypedDict("MarketAnalytics_zhviRange_item", {
    "timePeriodEnd": "str",
    "dataValue": "float",
    "homes": NotRequired["int"],
})
MarketAnalytics_mrktListingLatest = TypedDict("MarketAnalytics_mrktListingLatest", {
    "date": "str",
    "forSaleInventory": NotRequired["float"],
    "newListings": NotRequired["float"],
    "medianDaysToPending": NotRequired["float"],
    "medianSalePrice": NotRequired["float"],
    "medianListPrice": NotRequired["float"],
    "saleToListRatio": NotRequired["float"],
    "percentOfSalesOverListPrice": NotRequired["float"],
    "percentOfSalesUnderListPrice": NotRequired["float"],
})
MarketAnalytics = TypedDict("MarketAnalytics", {
    "zhviRange": "list[MarketAnalytics_zhviRange_item]",
    "mrktListingLatest": "MarketAnalytics_mrktListingLatest",
    "neighborhoods_zhvi": NotRequired["list[NeighborhoodValue]"],
})

MarketOverview = TypedDict("MarketOverview", {
    "description": "str",
    "typical_home_values": "float | None",
    "for_sale_inventory": "float | None",
    "new_listings": "float | None",
    "median_days_to_pending": "float | None",
    "median_sale_price": "float | None",
    "median_list_price": "float | None",
    "market_saletolist_ratio": "float | None",
    "percent_ofsales_over_list_price": "float | None",
    "percent_ofsales_under_list_price": "float | None",
    "market saletolist ratio": "float | None",
})

Mobility_walkScore = TypedDict("Mobility_walkScore", {
    "walkscore": "int",
    "description": "str",
})
Mobility_transitScore = TypedDict("Mobility_transitScore", {
    "transit_score": "int",
    "description": "str",
})
Mobility_bikeScore = TypedDict("Mobility_bikeScore", {
    "bikescore": "int",
    "description": "str",
})
Mobility = TypedDict("Mobility", {
    "walkScore": "Mobility_walkScore | None",
    "transitScore": "Mobility_transitScore | None",
    "bikeScore": "Mobility_bikeScore | None",
})

MonthRent = TypedDict("MonthRent", {
    "month": "Literal['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']",
    "price": "float",
    "homes": NotRequired["int"],
    "year": "str",
})

MortgageBucket = TypedDict("MortgageBucket", {
    "rate": "float",
    "rateSource": "str",
    "lastUpdated": "int",
})

MortgageBuckets = TypedDict("MortgageBuckets", {
    "fifteenYearFixedBucket": "MortgageBucket",
    "thirtyYearFixedBucket": "MortgageBucket",
    "arm5Bucket": "MortgageBucket",
})

MortgageRate = TypedDict("MortgageRate", {
    "rate": "str",
    "productType": "str",
    "datePriced": "str",
    "apr": "str",
    "pointsPaid": "str",
    "monthlyPayment": "str",
    "pointsPaidDollar": "str",
    "miUpfrontPercent": "str",
    "miUpfrontDollar": "str",
    "miMonthlyPremiumPercent": "str",
    "miMonthlyPremiumDollar": "str",
    "rateSource": "str",
})

MortgageRates = dict[str, MortgageRate]

NearbyHomes = TypedDict("NearbyHomes", {
    "message": "Literal['200: Success']",
    "source": "str",
    "nearby_properties": "list[PlaceRow]",
    "warnings": NotRequired["list[Warning]"],
})

NeighborhoodValue = TypedDict("NeighborhoodValue", {
    "areaId": "int",
    "name": "str",
    "city": "str",
    "state": "str",
    "timePeriodEnd": "str",
    "dataValue": "float",
    "basis": "str",
})

Offer_agency = TypedDict("Offer_agency", {
    "id": "int",
    "name": "str",
})
Offer_images_item = TypedDict("Offer_images_item", {
    "medium": "str",
    "large": "str",
})
Offer_location = TypedDict("Offer_location", {
    "street": "str | None",
    "district": "str | None",
    "city": "str",
    "county": "str",
    "province": "str",
    "latitude": "float | None",
    "longitude": "float | None",
    "hasBadGeocode": NotRequired["Literal[True]"],
})
Offer = TypedDict("Offer", {
    "id": "int",
    "slug": "str",
    "title": "str",
    "url": "str",
    "propertyType": "Literal['Apartment', 'House', 'Plot', 'Commercial', 'Warehouse', 'Room', 'Garage', 'Investment']",
    "searchType": "Literal['For_Sale', 'For_Rent']",
    "market": "Literal['Primary', 'Secondary', '']",
    "ownerType": "Literal['Private', 'Agency', 'Developer', '']",
    "price": "float | None",
    "currency": "Literal['PLN']",
    "pricePerMeter": "float | None",
    "rent": "float | None",
    "area": "float",
    "plotArea": "float | None",
    "rooms": "float | None",
    "floor": "str | None",
    "floorsInBuilding": "float | None",
    "yearBuilt": "int | None",
    "buildingType": "str | None",
    "buildingMaterial": "str | None",
    "heating": "str | None",
    "extras": "list[str]",
    "media": "list[str]",
    "hasPhotos": "bool",
    "hasVideo": "bool",
    "has3DView": "bool",
    "openDay": "bool",
    "exclusiveOffer": "bool",
    "hidePrice": "bool",
    "createdAt": "str",
    "modifiedAt": "str",
    "agency": "Offer_agency | None",
    "images": "list[Offer_images_item]",
    "location": "Offer_location",
    "description": "str",
})

OfferChange = TypedDict("OfferChange", {
    "cursor": "str",
    "at": "str",
    "kinds": "list[Literal['new', 'gone', 'back', 'price', 'status', 'facts', 'history', 'withheld']]",
    "id": "int",
    "title": "str",
    "city": "str",
    "price": "float | None",
    "changes": "list[FieldChange]",
})

OfferChanges = TypedDict("OfferChanges", {
    "message": "Literal['200']",
    "source": "str",
    "events": "list[OfferChange]",
    "next": "str",
    "upTo": "str",
    "more": "bool",
    "locations": NotRequired["list[UnderstoodLocation]"],
    "warnings": NotRequired["list[Warning]"],
})

Offers = TypedDict("Offers", {
    "message": "Literal['200']",
    "source": "str",
    "total": "int",
    "resultCount": "int",
    "page": "int",
    "totalPages": "int",
    "nextPage": "bool",
    "locations": "list[UnderstoodLocation]",
    "facets": NotRequired["Facets"],
    "searchResults": "list[Offer]",
    "warnings": NotRequired["list[Warning]"],
})

OneSavedSearch = TypedDict("OneSavedSearch", {
    "message": "Literal['200: Success']",
    "source": "str",
    "search": "SavedSearch",
    "notes": "list[str]",
})

OneWebhook = TypedDict("OneWebhook", {
    "message": "Literal['200: Success']",
    "source": "str",
    "webhook": "Webhook",
})

OperationUsage = TypedDict("OperationUsage", {
    "day": "str",
    "operation": "str",
    "calls": "int",
    "credits": "int",
})

OwnEstimate_reasons_item = TypedDict("OwnEstimate_reasons_item", {
    "input": "str",
    "effect": "float",
})
OwnEstimate = TypedDict("OwnEstimate", {
    "value": "float",
    "low80": "float",
    "high80": "float",
    "low90": "float",
    "high90": "float",
    "sales": "int",
    "asOf": "str",
    "learntUntil": "str",
    "without": "Literal['nothing', 'size', 'coordinates', 'coordinates and size', 'coordinates and ZIP', 'coordinates, ZIP and size']",
    "reasons": "list[OwnEstimate_reasons_item]",
})

OwnerInfo = TypedDict("OwnerInfo", {
    "message": "Literal['200: Success']",
    "source": "str",
    "zpid": "str",
    "isListedByOwner": "bool",
    "forSaleOrSold_ListingContact": "Attribution | None",
    "rentalListingContact": "RentalContact | None",
    "warnings": NotRequired["list[Warning]"],
})

PeopleAtAddress = TypedDict("PeopleAtAddress", {
    "Status": "Literal[200]",
    "Message": "Literal['200: Success']",
    "Source": "str",
    "Records": "int",
    "Page": "int",
    "PeopleDetails": "list[PersonRow]",
    "warnings": NotRequired["list[Warning]"],
})

PersonDetails_Person_Details_item = TypedDict("PersonDetails_Person_Details_item", {
    "Person_name": "str",
    "Age": "int",
    "Born": "str",
    "Lives in": "str",
    "Telephone": "str",
})
PersonDetails_Current_Address_Details_List_item = TypedDict("PersonDetails_Current_Address_Details_List_item", {
    "street_address": "str",
    "address_locality": "str",
    "address_region": "str",
    "postal_code": "str",
    "county": NotRequired["str"],
    "date_range": "str",
})
PersonDetails_All_Phone_Details_item = TypedDict("PersonDetails_All_Phone_Details_item", {
    "phone_number": "str",
    "phone_type": "Literal['Wireless', 'Landline', 'VoIP']",
    "provider": "str",
    "last_reported": "str",
})
PersonDetails_Previous_Address_Details_item = TypedDict("PersonDetails_Previous_Address_Details_item", {
    "streetAddress": "str",
    "addressLocality": "str",
    "addressRegion": "str",
    "postalCode": "str",
    "county": "str",
    "timespan": "str",
})
PersonDetails = TypedDict("PersonDetails", {
    "Status": "Literal[200]",
    "Message": "Literal['200: Success']",
    "Source": "str",
    "Person Details": "list[PersonDetails_Person_Details_item]",
    "Current Address Details List": "list[PersonDetails_Current_Address_Details_List_item]",
    "All Phone Details": "list[PersonDetails_All_Phone_Details_item]",
    "Email Addresses": "list[str]",
    "Previous Address Details": "list[PersonDetails_Previous_Address_Details_item]",
    "All Relatives": "list[Acquaintance]",
    "All Associates": "list[Acquaintance]",
    "warnings": NotRequired["list[Warning]"],
})

PersonRow = TypedDict("PersonRow", {
    "Name": "str",
    "Link": "str",
    "Person ID": "str",
    "Age": "int",
    "Lives in": "str",
    "Used to live in": "str",
    "Related to": "str",
})

Photo_mixedSources = TypedDict("Photo_mixedSources", {
    "jpeg": "list[PhotoSource]",
    "webp": "list[PhotoSource]",
})
Photo = TypedDict("Photo", {
    "caption": "str",
    "mixedSources": "Photo_mixedSources",
})

PhotoSource = TypedDict("PhotoSource", {
    "url": "str",
    "width": "int",
})

PictureLink = TypedDict("PictureLink", {
    "url": "str",
})

Ping = TypedDict("Ping", {
    "message": "Literal['API is running']",
    "status": "Literal['ok']",
})

PlaceRow_listing_sub_type = TypedDict("PlaceRow_listing_sub_type", {
    "is_newHome": "bool",
    "is_FSBO": "bool",
    "is_FSBA": "bool",
    "is_foreclosure": "bool",
    "is_bankOwned": "bool",
    "is_forAuction": "bool",
    "is_comingSoon": "bool",
})
PlaceRow = TypedDict("PlaceRow", {
    "zpid": "int",
    "price": "float | None",
    "currency": "Literal['USD']",
    "bedrooms": "float | None",
    "bathrooms": "float",
    "livingArea": "float | None",
    "livingAreaValue": "float | None",
    "livingAreaUnits": "str | None",
    "livingAreaUnitsShort": "str | None",
    "lotSize": "float | None",
    "lotAreaValue": "float | None",
    "lotAreaUnits": "Literal['Square Feet', 'Acres']",
    "address": "Address",
    "state": "str",
    "latitude": "float",
    "longitude": "float",
    "homeStatus": "Literal['FOR_SALE', 'FOR_RENT', 'SOLD', 'RECENTLY_SOLD', 'PENDING', 'COMING_SOON', 'OTHER']",
    "homeType": "Literal['SINGLE_FAMILY', 'TOWNHOUSE', 'CONDO', 'MULTI_FAMILY', 'APARTMENT', 'LOT', 'MANUFACTURED']",
    "yearBuilt": NotRequired["int"],
    "hdpUrl": "str",
    "hdpTypeDimension": "str",
    "propertyTypeDimension": "str",
    "listingTypeDimension": "str",
    "listing_sub_type": "PlaceRow_listing_sub_type",
    "newConstructionType": "str | None",
    "providerListingID": "str | None",
    "attributionInfo": "ShortAttribution",
    "miniCardPhotos": "list[PictureLink]",
    "formattedChip": "AddressLines",
    "parentRegion": "RegionName | None",
    "lotId": NotRequired["str"],
    "buildingName": NotRequired["str"],
    "availableCount": NotRequired["int"],
})

Plan = TypedDict("Plan", {
    "name": "str",
    "period": "Literal['month', 'once']",
    "areas": "list[Literal['A', 'B', 'C']]",
    "skip": "bool",
    "requestsPerSecond": "float",
    "missesPerSecond": "float",
    "beyondCredits": "Literal['refuse', 'warn']",
    "rowsPerCredit": "int",
    "burst": "float",
    "callsInFlight": "int",
})

PortalBuildingRow_carouselPhotosComposable_photoData_item = TypedDict("PortalBuildingRow_carouselPhotosComposable_photoData_item", {
    "photoKey": "str",
})
PortalBuildingRow_carouselPhotosComposable = TypedDict("PortalBuildingRow_carouselPhotosComposable", {
    "baseUrl": "Literal['{photoKey}']",
    "photoData": "list[PortalBuildingRow_carouselPhotosComposable_photoData_item]",
})
PortalBuildingRow_units_item = TypedDict("PortalBuildingRow_units_item", {
    "price": "str",
    "beds": "str",
    "roomForRent": "bool",
})
PortalBuildingRow = TypedDict("PortalBuildingRow", {
    "zpid": "str",
    "id": "str",
    "isBuilding": "Literal[True]",
    "lotId": "str",
    "buildingName": "str",
    "imgSrc": "str",
    "hasImage": "bool",
    "carouselPhotosComposable": "PortalBuildingRow_carouselPhotosComposable",
    "detailUrl": "str",
    "statusType": "str",
    "statusText": "str",
    "rawHomeStatusCd": "str",
    "marketingStatusSimplifiedCd": "str",
    "countryCurrency": "Literal['$']",
    "price": "str",
    "unformattedPrice": "float",
    "address": "str",
    "addressStreet": "str",
    "addressCity": "str",
    "addressState": "str",
    "addressZipcode": "str",
    "isUndisclosedAddress": "bool",
    "area": "float | None",
    "latLong": "Coordinates",
    "isPortalOwned": "bool",
    "brokerName": "str",
    "flexFieldText": "str",
    "contentType": "str",
    "has3DModel": "bool",
    "hasVideo": "bool",
    "units": "list[PortalBuildingRow_units_item]",
    "minBaseRent": "float",
    "maxBaseRent": "float",
    "availabilityCount": "int",
})

PortalBuildingRowWithCard_carouselPhotosComposable_photoData_item = TypedDict("PortalBuildingRowWithCard_carouselPhotosComposable_photoData_item", {
    "photoKey": "str",
})
PortalBuildingRowWithCard_carouselPhotosComposable = TypedDict("PortalBuildingRowWithCard_carouselPhotosComposable", {
    "baseUrl": "Literal['{photoKey}']",
    "photoData": "list[PortalBuildingRowWithCard_carouselPhotosComposable_photoData_item]",
})
PortalBuildingRowWithCard_units_item = TypedDict("PortalBuildingRowWithCard_units_item", {
    "price": "str",
    "beds": "str",
    "roomForRent": "bool",
})
PortalBuildingRowWithCard = TypedDict("PortalBuildingRowWithCard", {
    "zpid": "str",
    "id": "str",
    "isBuilding": "Literal[True]",
    "lotId": "str",
    "buildingName": "str",
    "imgSrc": "str",
    "hasImage": "bool",
    "carouselPhotosComposable": "PortalBuildingRowWithCard_carouselPhotosComposable",
    "detailUrl": "str",
    "statusType": "str",
    "statusText": "str",
    "rawHomeStatusCd": "str",
    "marketingStatusSimplifiedCd": "str",
    "countryCurrency": "Literal['$']",
    "price": "str",
    "unformattedPrice": "float",
    "address": "str",
    "addressStreet": "str",
    "addressCity": "str",
    "addressState": "str",
    "addressZipcode": "str",
    "isUndisclosedAddress": "bool",
    "area": "float | None",
    "latLong": "Coordinates",
    "isPortalOwned": "bool",
    "brokerName": "str",
    "flexFieldText": "str",
    "contentType": "str",
    "has3DModel": "bool",
    "hasVideo": "bool",
    "units": "list[PortalBuildingRowWithCard_units_item]",
    "minBaseRent": "float",
    "maxBaseRent": "float",
    "availabilityCount": "int",
    "property": "BuildingCard",
    "resultType": "Literal['propertyGroup']",
})

PortalHomeInfo = TypedDict("PortalHomeInfo", {
    "zpid": "int",
    "streetAddress": "str",
    "city": "str",
    "state": "str",
    "zipcode": "str",
    "latitude": "float",
    "longitude": "float",
    "hasBadGeocode": NotRequired["Literal[True]"],
    "price": "float",
    "bathrooms": "float",
    "bedrooms": "float | None",
    "livingArea": "float",
    "homeType": "Literal['SINGLE_FAMILY', 'TOWNHOUSE', 'CONDO', 'MULTI_FAMILY', 'APARTMENT', 'LOT', 'MANUFACTURED']",
    "homeStatus": "Literal['FOR_SALE', 'FOR_RENT', 'SOLD', 'RECENTLY_SOLD', 'PENDING', 'COMING_SOON', 'OTHER']",
    "daysOnPortal": "int",
    "zestimate": NotRequired["float"],
    "rentZestimate": NotRequired["float"],
    "taxAssessedValue": NotRequired["float"],
    "lotAreaValue": NotRequired["float"],
    "lotAreaUnit": NotRequired["Literal['sqft', 'acres']"],
})

PortalRow_carouselPhotosComposable_photoData_item = TypedDict("PortalRow_carouselPhotosComposable_photoData_item", {
    "photoKey": "str",
})
PortalRow_carouselPhotosComposable = TypedDict("PortalRow_carouselPhotosComposable", {
    "baseUrl": "Literal['{photoKey}']",
    "photoData": "list[PortalRow_carouselPhotosComposable_photoData_item]",
})
PortalRow_hdpData = TypedDict("PortalRow_hdpData", {
    "homeInfo": "PortalHomeInfo",
})
PortalRow = TypedDict("PortalRow", {
    "zpid": "str",
    "id": "str",
    "imgSrc": "str",
    "hasImage": "bool",
    "carouselPhotosComposable": "PortalRow_carouselPhotosComposable",
    "detailUrl": "str",
    "statusType": "str",
    "statusText": "str",
    "rawHomeStatusCd": "str",
    "marketingStatusSimplifiedCd": "str",
    "countryCurrency": "Literal['$']",
    "price": "str",
    "unformattedPrice": "float",
    "address": "str",
    "addressStreet": "str",
    "addressCity": "str",
    "addressState": "str",
    "addressZipcode": "str",
    "isUndisclosedAddress": "bool",
    "beds": "float | None",
    "baths": "float",
    "area": "float | None",
    "latLong": "Coordinates",
    "isPortalOwned": "bool",
    "brokerName": "str",
    "flexFieldText": "str",
    "contentType": "str",
    "has3DModel": "bool",
    "hasVideo": "bool",
    "hdpData": "PortalRow_hdpData",
})

PortalRowWithCard_carouselPhotosComposable_photoData_item = TypedDict("PortalRowWithCard_carouselPhotosComposable_photoData_item", {
    "photoKey": "str",
})
PortalRowWithCard_carouselPhotosComposable = TypedDict("PortalRowWithCard_carouselPhotosComposable", {
    "baseUrl": "Literal['{photoKey}']",
    "photoData": "list[PortalRowWithCard_carouselPhotosComposable_photoData_item]",
})
PortalRowWithCard_hdpData = TypedDict("PortalRowWithCard_hdpData", {
    "homeInfo": "PortalHomeInfo",
})
PortalRowWithCard = TypedDict("PortalRowWithCard", {
    "zpid": "str",
    "id": "str",
    "imgSrc": "str",
    "hasImage": "bool",
    "carouselPhotosComposable": "PortalRowWithCard_carouselPhotosComposable",
    "detailUrl": "str",
    "statusType": "str",
    "statusText": "str",
    "rawHomeStatusCd": "str",
    "marketingStatusSimplifiedCd": "str",
    "countryCurrency": "Literal['$']",
    "price": "str",
    "unformattedPrice": "float",
    "address": "str",
    "addressStreet": "str",
    "addressCity": "str",
    "addressState": "str",
    "addressZipcode": "str",
    "isUndisclosedAddress": "bool",
    "beds": "float | None",
    "baths": "float",
    "area": "float | None",
    "latLong": "Coordinates",
    "isPortalOwned": "bool",
    "brokerName": "str",
    "flexFieldText": "str",
    "contentType": "str",
    "has3DModel": "bool",
    "hasVideo": "bool",
    "hdpData": "PortalRowWithCard_hdpData",
    "property": "HomeCard",
    "resultType": "Literal['property']",
})

PriceEvent_attributeSource = TypedDict("PriceEvent_attributeSource", {
    "infoString1": "str | None",
    "infoString2": "str",
    "infoString3": "str | None",
})
PriceEvent = TypedDict("PriceEvent", {
    "date": "str",
    "time": "int",
    "price": "float | None",
    "pricePerSquareFoot": "int | None",
    "priceChangeRate": "float",
    "event": "Literal['Listed for sale', 'Price change', 'Pending sale', 'Sold', 'Listing removed', 'Listed for rent']",
    "source": "str",
    "postingIsRental": "bool",
    "buyerAgent": "EventAgent | None",
    "sellerAgent": "EventAgent | None",
    "attributeSource": "PriceEvent_attributeSource",
    "showCountyLink": "Literal[False]",
})

PriceFifth = TypedDict("PriceFifth", {
    "sales": "int",
    "lowestPrice": "int",
    "highestPrice": "int",
    "medianErrorPercent": "float",
    "coverage": "IntervalCoverage",
})

PriceHistory = TypedDict("PriceHistory", {
    "message": "Literal['200: Success']",
    "source": "str",
    "priceHistory": "list[PriceEvent]",
    "warnings": NotRequired["list[Warning]"],
    "asOf": NotRequired["AsOf"],
})

Problem_errors_item = TypedDict("Problem_errors_item", {
    "parameter": "str",
    "code": "Literal['param.invalid', 'param.missing', 'param.repeated', 'param.unknown', 'param.inapplicable']",
    "detail": "str",
    "given": NotRequired["str"],
    "accepted": NotRequired["list[str]"],
    "nearest": NotRequired["str"],
})
Problem_candidates_item = TypedDict("Problem_candidates_item", {
    "zpid": NotRequired["int"],
    "address": NotRequired["str"],
    "name": NotRequired["str"],
    "why": NotRequired["str"],
})
Problem = TypedDict("Problem", {
    "type": "str",
    "title": "str",
    "status": "int",
    "detail": "str",
    "instance": "str",
    "code": "Literal['request.malformed', 'param.invalid', 'search.too_costly', 'grant.unsupported', 'grant.invalid', 'redirect.refused', 'odata.malformed', 'key.missing', 'key.malformed', 'key.unknown', 'key.revoked', 'key.expired', 'credits.exhausted', 'plan.area', 'plan.skip', 'plan.operator', 'plan.unknown', 'origin.refused', 'host.refused', 'range.missing', 'route.unknown', 'home.unknown', 'scores.unknown', 'building.unknown', 'place.unknown', 'agent.unknown', 'person.unknown', 'odata.unknown', 'media.unknown', 'subscription.unknown', 'method.unsupported', 'odata.unacceptable', 'address.ambiguous', 'place.ambiguous', 'subscriptions.too_many', 'request.timeout', 'changes.expired', 'odata.link_expired', 'request.body_too_large', 'subscription.too_large', 'odata.too_costly', 'request.too_long', 'request.headers_too_large', 'range.unfit', 'rate.exceeded', 'calls.too_many', 'misses.exceeded', 'server.failed', 'odata.unsupported', 'tiles.unreadable', 'catalogue.damaged', 'server.busy']",
    "message": "str",
    "error": "str",
    "errors": NotRequired["list[Problem_errors_item]"],
    "nearest": NotRequired["str"],
    "candidates": NotRequired["list[Problem_candidates_item]"],
    "candidateCount": NotRequired["int"],
    "propertyDetails": NotRequired["dict[str, Any]"],
    "PropertyAddress": NotRequired["dict[str, Any]"],
    "apartmentBuildingDetails": NotRequired["dict[str, Any]"],
    "results": NotRequired["list[Any]"],
    "DataPoints": NotRequired["dict[str, Any]"],
    "floodSources": NotRequired["dict[str, Any]"],
    "fireSources": NotRequired["dict[str, Any]"],
    "heatSources": NotRequired["dict[str, Any]"],
    "windSources": NotRequired["dict[str, Any]"],
    "airSources": NotRequired["dict[str, Any]"],
    "overallSources": NotRequired["dict[str, Any]"],
    "walk_transit_bike": NotRequired["dict[str, Any]"],
    "priceHistory": NotRequired["list[Any]"],
    "taxHistory": NotRequired["list[Any]"],
    "originalPhotos": NotRequired["list[Any]"],
    "comparable_homes": NotRequired["list[Any]"],
    "similar_properties": NotRequired["dict[str, Any]"],
    "nearby_properties": NotRequired["list[Any]"],
    "agent_details": NotRequired["dict[str, Any]"],
    "forSaleListings": NotRequired["list[Any]"],
    "forRentListings": NotRequired["list[Any]"],
    "pastSales": NotRequired["list[Any]"],
    "Person Details": NotRequired["list[Any]"],
    "Current Address Details List": NotRequired["list[Any]"],
    "All Phone Details": NotRequired["list[Any]"],
    "Email Addresses": NotRequired["list[Any]"],
    "Previous Address Details": NotRequired["list[Any]"],
    "All Relatives": NotRequired["list[Any]"],
    "All Associates": NotRequired["list[Any]"],
    "searchResult": NotRequired["dict[str, Any]"],
    "market_overview": NotRequired["dict[str, Any]"],
    "market_analytics": NotRequired["dict[str, Any]"],
    "rental_market_trends": NotRequired["dict[str, Any]"],
    "changes": NotRequired["list[Any]"],
})

PropertyDetails_affordabilityEstimate = TypedDict("PropertyDetails_affordabilityEstimate", {
    "totalMonthlyCost": "float",
})
PropertyDetails_listingSubType = TypedDict("PropertyDetails_listingSubType", {
    "isFSBA": "bool",
    "isFSBO": "bool",
    "isPending": "bool",
    "isNewHome": "bool",
    "isForeclosure": "bool",
    "isBankOwned": "bool",
    "isForAuction": "bool",
    "isOpenHouse": "bool",
    "isComingSoon": "bool",
})
PropertyDetails_foreclosureTypes = TypedDict("PropertyDetails_foreclosureTypes", {
    "isBankOwned": "bool",
    "isForeclosedNFS": "bool",
    "isPreforeclosure": "bool",
    "isAnyForeclosure": "bool",
    "wasREO": "bool",
    "wasDefault": "bool",
    "wasForeclosed": "bool",
})
PropertyDetails_thirdPartyVirtualTour = TypedDict("PropertyDetails_thirdPartyVirtualTour", {
    "externalUrl": "str",
})
PropertyDetails_listingProvider = TypedDict("PropertyDetails_listingProvider", {
    "title": "str",
    "name": "str",
})
PropertyDetails_listedBy_item_elements_item = TypedDict("PropertyDetails_listedBy_item_elements_item", {
    "id": "str",
    "text": "str",
    "action": "str | None",
})
PropertyDetails_listedBy_item = TypedDict("PropertyDetails_listedBy_item", {
    "id": "str",
    "elements": "list[PropertyDetails_listedBy_item_elements_item]",
    "textStyle": "str",
})
PropertyDetails_collections_modules_item = TypedDict("PropertyDetails_collections_modules_item", {
    "name": "Literal['Similar homes']",
    "placement": "Literal['NEIGHBORHOOD']",
    "propertyDetails": "list[HomeRow]",
})
PropertyDetails_collections = TypedDict("PropertyDetails_collections", {
    "modules": "list[PropertyDetails_collections_modules_item]",
})
PropertyDetails_homeInsights_item_insights_item = TypedDict("PropertyDetails_homeInsights_item_insights_item", {
    "modelId": "str",
    "treatmentId": "str",
    "phrases": "list[str]",
})
PropertyDetails_homeInsights_item = TypedDict("PropertyDetails_homeInsights_item", {
    "insights": "list[PropertyDetails_homeInsights_item_insights_item]",
})
PropertyDetails_openHouseSchedule_item = TypedDict("PropertyDetails_openHouseSchedule_item", {
    "startTime": "str",
    "endTime": "str",
})
PropertyDetails = TypedDict("PropertyDetails", {
    "zpid": "int",
    "parcelId": "str | None",
    "mlsid": "str | None",
    "providerListingID": "str | None",
    "listingFeedID": "str | None",
    "ssid": "int | None",
    "ouid": "str | None",
    "palsId": "str | None",
    "buildingId": "int | None",
    "hdpUrl": "str",
    "country": "Literal['USA']",
    "currency": "Literal['USD']",
    "timeZone": "str",
    "address": "DetailedAddress",
    "streetAddress": "str",
    "city": "str",
    "state": "str",
    "zipcode": "str",
    "abbreviatedAddress": "str",
    "county": "str",
    "countyFIPS": "str",
    "cityId": "int",
    "stateId": "int",
    "countyId": "int",
    "zipcodeId": "int",
    "neighborhoodId": "int | None",
    "parentRegion": "RegionName | None",
    "neighborhoodRegion": "RegionName | None",
    "isUndisclosedAddress": "bool",
    "hasApproximateZip": "bool",
    "hasBadGeocode": "bool",
    "latitude": "float",
    "longitude": "float",
    "price": "float | None",
    "priceChange": "float | None",
    "priceChangeDate": "int | None",
    "priceChangeDateString": "str | None",
    "zestimate": "float | None",
    "rentZestimate": NotRequired["float"],
    "valueSource": "ValueSource | None",
    "rentValueSource": "ValueSource | None",
    "zestimateLowPercent": "str",
    "zestimateHighPercent": "str",
    "restimateLowPercent": "str",
    "restimateHighPercent": "str",
    "lastSoldPrice": "float | None",
    "lastSoldDate": "str | None",
    "dateSoldString": "str | None",
    "dateSold": "int | None",
    "datePostedString": "str | None",
    "propertyTaxRate": "float",
    "annualHomeownersInsurance": "float",
    "monthlyHoaFee": "float | None",
    "taxAssessedValue": "float | None",
    "affordabilityEstimate": "PropertyDetails_affordabilityEstimate | None",
    "mortgageRates": "MortgageBuckets",
    "mortgagePHLRates": "MortgageBuckets",
    "bedrooms": "float | None",
    "bathrooms": "float",
    "yearBuilt": NotRequired["int"],
    "livingArea": "float | None",
    "livingAreaValue": "float | None",
    "livingAreaUnits": "Literal['Square Feet']",
    "livingAreaUnitsShort": "Literal['sqft']",
    "lotSize": "float | None",
    "lotAreaValue": "float | None",
    "lotAreaUnits": "Literal['Square Feet', 'Acres']",
    "fireplaces": "float | None",
    "fencing": "str | None",
    "homeStatus": "Literal['FOR_SALE', 'FOR_RENT', 'SOLD', 'RECENTLY_SOLD', 'PENDING', 'COMING_SOON', 'OTHER']",
    "homeType": "Literal['SINGLE_FAMILY', 'TOWNHOUSE', 'CONDO', 'MULTI_FAMILY', 'APARTMENT', 'LOT', 'MANUFACTURED']",
    "hdpTypeDimension": "str",
    "propertyTypeDimension": "str",
    "listingTypeDimension": "str",
    "contingentListingType": "str | None",
    "comingSoonOnMarketDate": "int | None",
    "newConstructionType": "str | None",
    "listingSubType": "PropertyDetails_listingSubType",
    "foreclosureTypes": "PropertyDetails_foreclosureTypes",
    "isPortalOwned": "bool",
    "isPremierBuilder": "bool",
    "isShowcaseListing": "bool",
    "isFeatured": "bool",
    "isIncomeRestricted": "bool",
    "isNonOwnerOccupied": "bool",
    "isRecentStatusChange": "bool",
    "listingDataSource": "str",
    "daysOnPortal": "int",
    "timeOnPortal": "str",
    "cumulativeDaysOnMarket": "int | None",
    "pageViewCount": "int",
    "favoriteCount": "int",
    "tourViewCount": "int",
    "description": "str",
    "whatILove": "str | None",
    "marketingName": "str | None",
    "originalPhotos": "list[Photo]",
    "responsivePhotos": "list[Photo]",
    "hiResImageLink": "str",
    "desktopWebHdpImageLink": "str",
    "streetViewImageUrl": "str | None",
    "photoCount": "int",
    "thumb": "list[PictureLink]",
    "neighborhoodMapThumb": "list[PictureLink]",
    "virtualTourUrl": "str | None",
    "thirdPartyVirtualTour": "PropertyDetails_thirdPartyVirtualTour | None",
    "hasPublicVideo": "bool",
    "attributionInfo": "Attribution",
    "brokerageName": "str | None",
    "listingProvider": "PropertyDetails_listingProvider | None",
    "listedBy": "list[PropertyDetails_listedBy_item]",
    "schools": "list[School]",
    "priceHistory": "list[PriceEvent]",
    "taxHistory": "list[TaxYear]",
    "nearbyHomes": "list[PlaceRow]",
    "collections": "PropertyDetails_collections",
    "nearbyCities": "list[RegionLink]",
    "nearbyNeighborhoods": "list[RegionLink]",
    "nearbyZipcodes": "list[RegionLink]",
    "homeInsights": "list[PropertyDetails_homeInsights_item]",
    "openHouseSchedule": "list[PropertyDetails_openHouseSchedule_item]",
    "formattedChip": "AddressLines",
    "adTargets": "dict[str, str]",
    "layers": NotRequired["list[HomeLayer]"],
    "resoFacts": "ResoFacts",
})

RatioStandard = TypedDict("RatioStandard", {
    "name": "str",
    "codAtMost": "float",
    "codAtMostOfAlikeHomes": "float",
    "prdFrom": "float",
    "prdTo": "float",
    "prbFrom": "float",
    "prbTo": "float",
})

RegionLink_regionUrl = TypedDict("RegionLink_regionUrl", {
    "path": "str",
})
RegionLink = TypedDict("RegionLink", {
    "name": "str",
    "regionUrl": "RegionLink_regionUrl",
})

RegionName = TypedDict("RegionName", {
    "name": "str",
})

RegionSuggestion_metaData = TypedDict("RegionSuggestion_metaData", {
    "regionId": "int",
    "regionType": "Literal['country', 'state', 'metro', 'county', 'city', 'neighborhood', 'zipcode']",
    "city": "str",
    "state": "str",
    "country": "Literal['USA']",
    "zipCode": NotRequired["str"],
    "lat": "float",
    "lng": "float",
})
RegionSuggestion_totals = TypedDict("RegionSuggestion_totals", {
    "forSale": "int",
    "forRent": "int",
    "sold": "int",
})
RegionSuggestion = TypedDict("RegionSuggestion", {
    "display": "str",
    "resultType": "Literal['Region']",
    "metaData": "RegionSuggestion_metaData",
    "totals": NotRequired["RegionSuggestion_totals"],
})

RentTrends_summary = TypedDict("RentTrends_summary", {
    "availableRentals": "float | None",
    "medianRent": "float | None",
    "monthlyChange": "float | None",
    "yearlyChange": "float | None",
})
RentTrends_marketTemperature = TypedDict("RentTrends_marketTemperature", {
    "temperature": "Literal['Cold', 'Cool', 'Neutral', 'Warm', 'Hot'] | None",
})
RentTrends_rentHistogram_priceAndCount_item = TypedDict("RentTrends_rentHistogram_priceAndCount_item", {
    "price": "float",
    "count": "int",
})
RentTrends_rentHistogram = TypedDict("RentTrends_rentHistogram", {
    "minPrice": "float",
    "maxPrice": "float",
    "priceAndCount": "list[RentTrends_rentHistogram_priceAndCount_item]",
})
RentTrends_medianRentPriceOverTime = TypedDict("RentTrends_medianRentPriceOverTime", {
    "currentYear": "list[MonthRent]",
    "prevYear": "list[MonthRent]",
})
RentTrends_rentCompare = TypedDict("RentTrends_rentCompare", {
    "areaName": "str",
    "medianRent": "float | None",
})
RentTrends_nearbyAreaTrends_item = TypedDict("RentTrends_nearbyAreaTrends_item", {
    "areaName": "str",
    "date": "str",
    "medianRent": "float",
    "homes": NotRequired["int"],
    "resourceId": "int",
})
RentTrends_nearByAreas_item = TypedDict("RentTrends_nearByAreas_item", {
    "areaId": "int",
    "areaType": "str",
    "city": "str",
    "name": "str",
    "state": "str",
})
RentTrends_zipcodesInCity_item_rents = TypedDict("RentTrends_zipcodesInCity_item_rents", {
    "availableRentals": "float | None",
    "medianRent": "float | None",
    "monthlyChange": "float | None",
    "yearlyChange": "float | None",
})
RentTrends_zipcodesInCity_item = TypedDict("RentTrends_zipcodesInCity_item", {
    "areaId": "int",
    "name": "str",
    "city": "str",
    "state": "str",
    "rents": NotRequired["RentTrends_zipcodesInCity_item_rents"],
})
RentTrends_figure_sources = TypedDict("RentTrends_figure_sources", {
    "availableRentals": "FigureSource",
    "medianRent": "FigureSource",
    "monthlyChange": "FigureSource",
    "yearlyChange": "FigureSource",
    "marketTemperature": "FigureSource",
    "rentHistogram": "FigureSource",
    "medianRentPriceOverTime": "FigureSource",
    "rentCompare": "FigureSource",
})
RentTrends = TypedDict("RentTrends", {
    "areaName": "str",
    "areaType": "str",
    "basis": "Literal['published', 'computed']",
    "date": "str",
    "summary": "RentTrends_summary",
    "marketTemperature": "RentTrends_marketTemperature",
    "rentHistogram": "RentTrends_rentHistogram",
    "medianRentPriceOverTime": "RentTrends_medianRentPriceOverTime",
    "rentCompare": "RentTrends_rentCompare",
    "nearbyAreaTrends": "list[RentTrends_nearbyAreaTrends_item]",
    "nearByAreas": "list[RentTrends_nearByAreas_item]",
    "zipcodesInCity": "list[RentTrends_zipcodesInCity_item]",
    "figure_sources": "RentTrends_figure_sources",
})

RentalContact = TypedDict("RentalContact", {
    "displayName": "str | None",
    "businessName": "str | None",
    "phoneNumber": "str | None",
    "agentBadgeType": "str | None",
    "photoUrl": "str | None",
    "reviewsReceivedCount": "int",
    "reviewsUrl": "str | None",
    "ratingAverage": "float | None",
    "isBrokerLocalCompliance": "bool | None",
})

RentalMarket = TypedDict("RentalMarket", {
    "message": "Literal['200: Success']",
    "source": "str",
    "search_query": "str",
    "location": "ResolvedRegion",
    "rental_market_trends": "RentTrends",
    "warnings": NotRequired["list[Warning]"],
    "asOf": NotRequired["AsOf"],
})

RequestCount = TypedDict("RequestCount", {
    "message": "Literal['200: Success']",
    "source": "str",
    "limit": "int",
    "used": "int",
    "remaining": "int",
    "requests": "int",
    "periodStart": "str",
    "periodEnd": "str | None",
})

ResoFacts_rooms_item = TypedDict("ResoFacts_rooms_item", {
    "roomType": "str",
    "roomLevel": "str | None",
    "roomDimensions": "str | None",
    "roomFeatures": "list[str]",
})
ResoFacts_associations_item = TypedDict("ResoFacts_associations_item", {
    "name": "str",
    "feeFrequency": "str | None",
    "phone": "str | None",
})
ResoFacts_feesAndDues_item = TypedDict("ResoFacts_feesAndDues_item", {
    "type": "str",
    "fee": "str",
    "name": "str | None",
    "phone": "str | None",
})
ResoFacts_atAGlanceFacts_item = TypedDict("ResoFacts_atAGlanceFacts_item", {
    "factLabel": "str",
    "factValue": "str",
})
ResoFacts_otherFacts_item = TypedDict("ResoFacts_otherFacts_item", {
    "name": "str",
    "value": "str",
})
ResoFacts = TypedDict("ResoFacts", {
    "bedrooms": "float | None",
    "bathrooms": "int",
    "bathroomsFull": "float",
    "bathroomsThreeQuarter": "float",
    "bathroomsHalf": "float",
    "bathroomsOneQuarter": "float",
    "bathroomsFloat": "float",
    "rooms": "list[ResoFacts_rooms_item]",
    "livingArea": "str | None",
    "aboveGradeFinishedArea": "str | None",
    "yearBuilt": NotRequired["int"],
    "stories": "float | None",
    "storiesTotal": "float | None",
    "levels": "str | None",
    "homeType": "str",
    "architecturalStyle": "str | None",
    "structureType": "str | None",
    "propertySubType": "list[str]",
    "basement": "str | None",
    "basementYN": "bool | None",
    "roofType": "str | None",
    "foundationDetails": "list[str]",
    "constructionMaterials": "list[str]",
    "flooring": "list[str]",
    "appliances": "list[str]",
    "heating": "list[str]",
    "cooling": "list[str]",
    "interiorFeatures": "list[str] | None",
    "exteriorFeatures": "list[str] | None",
    "poolFeatures": "list[str] | None",
    "lotFeatures": "list[str] | None",
    "communityFeatures": "list[str] | None",
    "laundryFeatures": "list[str] | None",
    "view": "list[str] | None",
    "sewer": "list[str] | None",
    "waterSource": "list[str] | None",
    "utilities": "list[str] | None",
    "hasHeating": "bool | None",
    "hasCooling": "bool | None",
    "hasFireplace": "bool | None",
    "fireplaces": "float | None",
    "fencing": "str | None",
    "hasPrivatePool": "bool | None",
    "hasSpa": "bool | None",
    "hasView": "bool | None",
    "hasWaterfrontView": "bool | None",
    "parkingFeatures": "list[str] | None",
    "hasGarage": "bool | None",
    "hasAttachedGarage": "bool | None",
    "garageParkingCapacity": "float | None",
    "coveredParkingCapacity": "float | None",
    "parkingCapacity": "float | None",
    "hasAssociation": "bool | None",
    "associationFee": "str | None",
    "hoaFee": "str | None",
    "hoaFeeTotal": "str | None",
    "associations": "list[ResoFacts_associations_item]",
    "feesAndDues": "list[ResoFacts_feesAndDues_item]",
    "taxAnnualAmount": "float | None",
    "taxAssessedValue": "float | None",
    "pricePerSquareFoot": "int | None",
    "onMarketDate": "int | None",
    "cumulativeDaysOnMarket": "str | None",
    "listingId": "str | None",
    "listAOR": "str | None",
    "virtualTour": "str | None",
    "isNewConstruction": "bool | None",
    "furnished": "bool | None",
    "elementarySchool": "str | None",
    "elementarySchoolDistrict": "str | None",
    "middleOrJuniorSchool": "str | None",
    "middleOrJuniorSchoolDistrict": "str | None",
    "highSchool": "str | None",
    "highSchoolDistrict": "str | None",
    "parcelNumber": "str | None",
    "zoning": "str | None",
    "lotSize": "str | None",
    "cityRegion": "str | None",
    "subdivisionName": "str | None",
    "atAGlanceFacts": "list[ResoFacts_atAGlanceFacts_item]",
    "otherFacts": "list[ResoFacts_otherFacts_item]",
})

ResolvedRegion = TypedDict("ResolvedRegion", {
    "query": "str",
    "type": "str",
    "name": "str",
    "found": "Literal[True]",
    "alternatives": "list[str]",
    "alternativeCount": NotRequired["int"],
    "why": NotRequired["str"],
})

ResultsCount = TypedDict("ResultsCount", {
    "totalMatchingCount": "int",
    "ungroupedResultCount": "int",
    "scrapeable_count": "int",
})

SaidValue = TypedDict("SaidValue", {
    "kind": "Literal['published', 'estimated', 'comparables']",
    "source": "str",
    "value": "float",
    "low": "float | None",
    "high": "float | None",
})

SavedSearch = TypedDict("SavedSearch", {
    "searchId": "str",
    "label": "str | None",
    "path": "str",
    "parameters": "dict[str, str]",
    "cut": NotRequired["bool"],
    "made": "str",
    "seen": "str",
    "feed": "str | None",
})

SavedSearches = TypedDict("SavedSearches", {
    "message": "Literal['200: Success']",
    "source": "str",
    "searches": "list[SavedSearch]",
})

School = TypedDict("School", {
    "name": "str",
    "rating": "float | None",
    "level": "str",
    "grades": "str",
    "type": "str",
    "distance": "float",
    "link": "str | None",
    "size": "float | None",
    "studentsPerTeacher": "float | None",
    "totalCount": "float | None",
    "assigned": "bool | None",
    "isAssigned": "bool | None",
})

Search_pagesInfo = TypedDict("Search_pagesInfo", {
    "totalPages": "int",
    "currentPage": "int",
    "resultsPerPage": "int",
})
Search = TypedDict("Search", {
    "message": "Literal['200']",
    "source": "str",
    "resultsCount": "ResultsCount",
    "pagesInfo": "Search_pagesInfo",
    "locations": NotRequired["list[UnderstoodLocation]"],
    "facets": NotRequired["Facets"],
    "explain": NotRequired["Explanation"],
    "searchResults": "list[HomeResult | BuildingResult]",
    "warnings": NotRequired["list[Warning]"],
    "asOf": NotRequired["AsOf"],
})

SearchByMls_searchResult_openHouseShowingList_item = TypedDict("SearchByMls_searchResult_openHouseShowingList_item", {
    "startTime": "int",
    "endTime": "int",
})
SearchByMls_searchResult_lotSizeWithUnit = TypedDict("SearchByMls_searchResult_lotSizeWithUnit", {
    "lotSize": "float",
    "lotSizeUnit": "Literal['squareFeet', 'acres']",
})
SearchByMls_searchResult_price = TypedDict("SearchByMls_searchResult_price", {
    "value": "float",
    "pricePerSquareFoot": NotRequired["int"],
    "priceChange": NotRequired["float"],
    "changedDate": NotRequired["int"],
})
SearchByMls_searchResult_estimates = TypedDict("SearchByMls_searchResult_estimates", {
    "zestimate": NotRequired["float"],
    "rentZestimate": NotRequired["float"],
})
SearchByMls_searchResult_taxAssessment = TypedDict("SearchByMls_searchResult_taxAssessment", {
    "taxAssessedValue": "float",
    "taxAssessmentYear": "str",
})
SearchByMls_searchResult_portalOwnedProperty = TypedDict("SearchByMls_searchResult_portalOwnedProperty", {
    "isPortalOwned": "bool",
})
SearchByMls_searchResult_personalizedResult = TypedDict("SearchByMls_searchResult_personalizedResult", {
    "isViewed": "bool",
})
SearchByMls_searchResult_userRecommendation = TypedDict("SearchByMls_searchResult_userRecommendation", {
    "isRecommendedForYou": "bool",
})
SearchByMls_searchResult_hdpView = TypedDict("SearchByMls_searchResult_hdpView", {
    "listingStatus": "Literal['forSale', 'forRent', 'recentlySold', 'preForeclosure']",
    "price": NotRequired["float"],
    "hdpUrl": "str",
})
SearchByMls_searchResult = TypedDict("SearchByMls_searchResult", {
    "daysOnPortal": NotRequired["int"],
    "openHouseShowingList": NotRequired["list[SearchByMls_searchResult_openHouseShowingList_item]"],
    "listing": "CardListing",
    "zpid": "int",
    "location": NotRequired["Coordinates"],
    "address": "Address",
    "buildingId": NotRequired["int"],
    "media": "CardMedia",
    "isFeatured": "bool",
    "isShowcaseListing": "bool",
    "isUnmappable": "bool",
    "isPreforeclosureAuction": "bool",
    "hasFloorPlan": "bool",
    "rental": "CardRental",
    "listingDateTimeOnPortal": NotRequired["int"],
    "bestGuessTimeZone": NotRequired["str"],
    "listCardRecommendation": "CardRecommendation",
    "bathrooms": NotRequired["float"],
    "bedrooms": NotRequired["float"],
    "livingArea": NotRequired["float"],
    "yearBuilt": NotRequired["int"],
    "lotSizeWithUnit": NotRequired["SearchByMls_searchResult_lotSizeWithUnit"],
    "propertyType": "Literal['singleFamily', 'townhome', 'condo', 'multiFamily', 'apartment', 'manufactured', 'land']",
    "price": NotRequired["SearchByMls_searchResult_price"],
    "soldDate": NotRequired["str"],
    "estimates": "SearchByMls_searchResult_estimates",
    "taxAssessment": NotRequired["SearchByMls_searchResult_taxAssessment"],
    "portalOwnedProperty": "SearchByMls_searchResult_portalOwnedProperty",
    "ssid": NotRequired["int"],
    "region": "dict[str, Any]",
    "personalizedResult": "SearchByMls_searchResult_personalizedResult",
    "userRecommendation": "SearchByMls_searchResult_userRecommendation",
    "currency": "Literal['usd']",
    "country": "Literal['usa']",
    "hdpView": "SearchByMls_searchResult_hdpView",
    "propertyDisplayRules": "CardDisplayRules",
    "latitude": NotRequired["float"],
    "longitude": NotRequired["float"],
})
SearchByMls = TypedDict("SearchByMls", {
    "message": "Literal['200']",
    "source": "str",
    "searchResult": "SearchByMls_searchResult",
    "warnings": NotRequired["list[Warning]"],
})

SearchByPrompt_pagesInfo = TypedDict("SearchByPrompt_pagesInfo", {
    "totalPages": "int",
    "currentPage": "int",
    "resultsPerPage": "int",
})
SearchByPrompt_applied_item = TypedDict("SearchByPrompt_applied_item", {
    "words": "str",
    "parameter": "str",
    "value": "str",
})
SearchByPrompt_dropped_item = TypedDict("SearchByPrompt_dropped_item", {
    "words": "str",
    "why": "str",
})
SearchByPrompt_ambiguous_item = TypedDict("SearchByPrompt_ambiguous_item", {
    "words": "str",
    "why": "str",
})
SearchByPrompt = TypedDict("SearchByPrompt", {
    "message": "Literal['200']",
    "source": "str",
    "resultsCount": "ResultsCount",
    "pagesInfo": "SearchByPrompt_pagesInfo",
    "locations": NotRequired["list[UnderstoodLocation]"],
    "facets": NotRequired["Facets"],
    "applied": "list[SearchByPrompt_applied_item]",
    "dropped": "list[SearchByPrompt_dropped_item]",
    "ambiguous": "list[SearchByPrompt_ambiguous_item]",
    "searchResults": "list[HomeResult | BuildingResult]",
    "warnings": NotRequired["list[Warning]"],
})

SearchByUrl_understood_item = TypedDict("SearchByUrl_understood_item", {
    "key": "str",
    "value": "Any",
    "as": "str",
})
SearchByUrl_leftOut_item = TypedDict("SearchByUrl_leftOut_item", {
    "key": "str",
    "why": "str",
})
SearchByUrl = TypedDict("SearchByUrl", {
    "message": "Literal['200']",
    "source": "str",
    "total_results": "int",
    "resultsPerPage": "int",
    "totalPages": "int",
    "currentPage": "int",
    "listResultsTitle": "str",
    "Results": "list[PortalRow | PortalBuildingRow]",
    "searchResults": "list[PortalRowWithCard | PortalBuildingRowWithCard]",
    "understood": "list[SearchByUrl_understood_item]",
    "leftOut": "list[SearchByUrl_leftOut_item]",
    "facets": NotRequired["Facets"],
    "warnings": NotRequired["list[Warning]"],
})

SearchChanges_changed_item = TypedDict("SearchChanges_changed_item", {
    "how": "Literal['priceUp', 'priceDown', 'status', 'other']",
    "change": "HomeChange | OfferChange | ExperienceChange",
})
SearchChanges = TypedDict("SearchChanges", {
    "message": "Literal['200: Success']",
    "source": "str",
    "search": "SavedSearch",
    "entered": "list[HomeChange | OfferChange | ExperienceChange]",
    "left": "list[HomeChange | OfferChange | ExperienceChange]",
    "changed": "list[SearchChanges_changed_item]",
    "next": "str",
    "upTo": "str",
    "more": "bool",
})

SearchFacets = TypedDict("SearchFacets", {
    "message": "Literal['200']",
    "source": "str",
    "resultsCount": "ResultsCount",
    "locations": NotRequired["list[UnderstoodLocation]"],
    "facets": "Facets",
    "warnings": NotRequired["list[Warning]"],
    "asOf": NotRequired["AsOf"],
})

SearchPlan_pagesInfo = TypedDict("SearchPlan_pagesInfo", {
    "totalPages": "int",
    "resultsPerPage": "int",
})
SearchPlan_parts_item = TypedDict("SearchPlan_parts_item", {
    "query": "str",
    "path": "str",
    "total": "int",
    "indivisible": NotRequired["bool"],
})
SearchPlan = TypedDict("SearchPlan", {
    "message": "Literal['200']",
    "source": "str",
    "resultsCount": "ResultsCount",
    "pagesInfo": "SearchPlan_pagesInfo",
    "locations": NotRequired["list[UnderstoodLocation]"],
    "parts": "list[SearchPlan_parts_item]",
    "warnings": NotRequired["list[Warning]"],
})

ShortAttribution = TypedDict("ShortAttribution", {
    "agentName": "str | None",
    "agentPhoneNumber": "str | None",
    "brokerName": "str | None",
    "brokerPhoneNumber": "str | None",
    "mlsId": "str | None",
    "mlsName": "str | None",
    "providerLogo": "str | None",
    "trueStatus": "str | None",
})

SimilarHomes_similar_properties = TypedDict("SimilarHomes_similar_properties", {
    "name": "Literal['Similar homes']",
    "placement": "Literal['NEIGHBORHOOD']",
    "propertyDetails": "list[HomeRow]",
})
SimilarHomes = TypedDict("SimilarHomes", {
    "message": "Literal['200: Success']",
    "source": "str",
    "similar_properties": "SimilarHomes_similar_properties",
    "warnings": NotRequired["list[Warning]"],
})

SoldHomeRow_listing_sub_type = TypedDict("SoldHomeRow_listing_sub_type", {
    "is_newHome": "bool",
    "is_FSBO": "bool",
    "is_FSBA": "bool",
    "is_foreclosure": "bool",
    "is_bankOwned": "bool",
    "is_forAuction": "bool",
    "is_comingSoon": "bool",
})
SoldHomeRow = TypedDict("SoldHomeRow", {
    "zpid": "int",
    "price": "float",
    "currency": "Literal['USD']",
    "bedrooms": "float",
    "bathrooms": "float",
    "livingArea": "float | None",
    "livingAreaValue": "float | None",
    "livingAreaUnits": "str | None",
    "livingAreaUnitsShort": "str | None",
    "lotSize": "float | None",
    "lotAreaValue": "float | None",
    "lotAreaUnits": "Literal['Square Feet', 'Acres']",
    "address": "Address",
    "state": "str",
    "latitude": "float",
    "longitude": "float",
    "homeStatus": "Literal['FOR_SALE', 'FOR_RENT', 'SOLD', 'RECENTLY_SOLD', 'PENDING', 'COMING_SOON', 'OTHER']",
    "homeType": "Literal['SINGLE_FAMILY', 'TOWNHOUSE', 'CONDO', 'MULTI_FAMILY', 'APARTMENT', 'LOT', 'MANUFACTURED']",
    "yearBuilt": NotRequired["int"],
    "hdpUrl": "str",
    "hdpTypeDimension": "str",
    "propertyTypeDimension": "str",
    "listingTypeDimension": "str",
    "listing_sub_type": "SoldHomeRow_listing_sub_type",
    "newConstructionType": "str | None",
    "providerListingID": "str | None",
    "attributionInfo": "ShortAttribution",
    "miniCardPhotos": "list[PictureLink]",
    "formattedChip": "AddressLines",
    "parentRegion": "RegionName | None",
})

StandardMeasure = TypedDict("StandardMeasure", {
    "value": "float | None",
    "isWithin": "bool | None",
})

Suggestions = TypedDict("Suggestions", {
    "source": "str",
    "results": "list[AddressSuggestion | RegionSuggestion]",
    "warnings": NotRequired["list[Warning]"],
})

TaxInfo = TypedDict("TaxInfo", {
    "message": "Literal['200: Success']",
    "source": "str",
    "taxHistory": "list[TaxYear]",
    "warnings": NotRequired["list[Warning]"],
    "asOf": NotRequired["AsOf"],
})

TaxYear = TypedDict("TaxYear", {
    "time": "int",
    "taxPaid": "float | None",
    "taxIncreaseRate": "float",
    "value": "float",
    "valueIncreaseRate": "float",
})

TileJson_vector_layers_item = TypedDict("TileJson_vector_layers_item", {
    "id": "str",
    "description": "str",
    "minzoom": "int",
    "maxzoom": "int",
    "fields": "dict[str, str]",
})
TileJson = TypedDict("TileJson", {
    "tilejson": "Literal['3.0.0']",
    "name": "str",
    "attribution": NotRequired["str"],
    "scheme": "Literal['xyz']",
    "tiles": "list[str]",
    "minzoom": "int",
    "maxzoom": "int",
    "bounds": NotRequired["list[float]"],
    "vector_layers": "list[TileJson_vector_layers_item]",
    "homes": "int",
    "unplaced": "int",
    "dataVersion": "str",
    "notes": "list[str]",
})

TrimmedDocument = TypedDict("TrimmedDocument", {
    "message": "Literal['200: Success']",
    "Source": "str",
    "PropertyAddress": "DetailedAddress",
    "zestimate": "float | None",
    "valueSource": "ValueSource | None",
    "Bedrooms": "float | None",
    "Bathrooms": "float | None",
    "Area(sqft)": "float | None",
    "PropertyZPID": "int",
    "Price": "float | None",
    "yearBuilt": "int | None",
    "daysOnPortal": "int | None",
    "PropertyPortalURL": "str",
    "favoriteCount": NotRequired["int"],
    "pageViewCount": NotRequired["int"],
    "warnings": NotRequired["list[Warning]"],
    "asOf": NotRequired["AsOf"],
})

UnderstoodLocation = TypedDict("UnderstoodLocation", {
    "query": "str",
    "type": "str | None",
    "name": "str | None",
    "found": "bool",
    "alternatives": "list[str]",
    "alternativeCount": NotRequired["int"],
    "why": NotRequired["str"],
})

Unit = TypedDict("Unit", {
    "zpid": "int",
    "id": "str",
    "unitNumber": "str | None",
    "beds": "float | None",
    "baths": "float | None",
    "sqft": "float | None",
    "price": "float | None",
    "listingType": "Literal['FOR_RENT', 'FOR_SALE', 'OTHER']",
    "available": "bool",
    "availableFrom": "str | None",
    "hasApprovedThirdPartyVirtualTour": "bool",
    "hdpUrl": "str",
})

Usage_key = TypedDict("Usage_key", {
    "id": "str",
    "label": "str",
})
Usage_dataToday = TypedDict("Usage_dataToday", {
    "A": "str",
    "B": "str",
    "C": "str",
})
Usage = TypedDict("Usage", {
    "message": "Literal['200: Success']",
    "source": "str",
    "key": "Usage_key",
    "plan": "Plan",
    "dataToday": "Usage_dataToday",
    "periodStart": "str",
    "periodEnd": "str | None",
    "creditsLimit": "int",
    "creditsRemaining": "int",
    "creditsOver": "int",
    "usage": "list[OperationUsage]",
})

UsageDays_key = TypedDict("UsageDays_key", {
    "id": "str",
    "label": "str",
})
UsageDays = TypedDict("UsageDays", {
    "message": "Literal['200: Success']",
    "source": "str",
    "key": "UsageDays_key",
    "from": "str",
    "to": "str",
    "usage": "list[OperationUsage]",
})

ValuationBacktest_estimators_item = TypedDict("ValuationBacktest_estimators_item", {
    "market": "str",
    "asOf": "str",
    "sales": "int",
})
ValuationBacktest_by_lack_item = TypedDict("ValuationBacktest_by_lack_item", {
    "lack": "Literal['nothing', 'size', 'coordinates', 'coordinates and size', 'coordinates and ZIP', 'coordinates, ZIP and size']",
    "figures": "BacktestFigures",
})
ValuationBacktest_typical_value = TypedDict("ValuationBacktest_typical_value", {
    "months": "int",
    "medianErrorPercent": "float",
})
ValuationBacktest = TypedDict("ValuationBacktest", {
    "message": "Literal['200: Success']",
    "source": "str",
    "location": NotRequired["ResolvedRegion"],
    "kind": "str",
    "method": "str",
    "standard": "RatioStandard",
    "estimators": "list[ValuationBacktest_estimators_item]",
    "figures": "BacktestFigures | None",
    "why": NotRequired["str"],
    "price_fifths": "list[PriceFifth]",
    "by_lack": "list[ValuationBacktest_by_lack_item]",
    "typical_value": "ValuationBacktest_typical_value | None",
    "counties": "BacktestRegions",
    "zipcodes": "BacktestRegions",
    "warnings": NotRequired["list[Warning]"],
})

ValueSource = TypedDict("ValueSource", {
    "kind": "Literal['published', 'estimated']",
    "source": "str",
    "estimate": "OwnEstimate | None",
})

WalkTransitBike = TypedDict("WalkTransitBike", {
    "message": "Literal['200: Success']",
    "source": "str",
    "walk_transit_bike": "Mobility",
    "warnings": NotRequired["list[Warning]"],
})

Warning = TypedDict("Warning", {
    "parameter": "str",
    "code": "Literal['param.invalid', 'param.missing', 'param.repeated', 'param.unknown', 'param.inapplicable']",
    "detail": "str",
    "given": NotRequired["str"],
    "accepted": NotRequired["list[str]"],
    "nearest": NotRequired["str"],
})

Webhook = TypedDict("Webhook", {
    "webhookId": "str",
    "searchId": "str | None",
    "url": "str",
    "made": "str",
    "ended": "str | None",
    "failingSince": "str | None",
    "lastFailure": "str | None",
})

WebhookSecrets = TypedDict("WebhookSecrets", {
    "message": "Literal['200: Success']",
    "source": "str",
    "webhook": "Webhook",
    "secrets": "list[str]",
})

WebhookTest = TypedDict("WebhookTest", {
    "message": "Literal['200: Success']",
    "source": "str",
    "taken": "bool",
    "outcome": "str",
})

Webhooks = TypedDict("Webhooks", {
    "message": "Literal['200: Success']",
    "source": "str",
    "webhooks": "list[Webhook]",
})

WhatIf_changes_item = TypedDict("WhatIf_changes_item", {
    "fact": "Literal['bedroomsTotal', 'bathroomsTotal', 'livingArea', 'lotSize', 'yearBuilt', 'yearRenovated', 'qualityGrade', 'conditionGrade']",
    "from": "float | None",
    "to": "float",
    "isTold": "bool",
})
WhatIf = TypedDict("WhatIf", {
    "message": "Literal['200: Success']",
    "source": "str",
    "zpid": "str",
    "asOf": "str",
    "before": "SaidValue | None",
    "after": "SaidValue | None",
    "difference": "float | None",
    "differencePercent": "float | None",
    "changes": "list[WhatIf_changes_item]",
    "unknown": "list[Literal['bedroomsTotal', 'bathroomsTotal', 'livingArea', 'lotSize', 'yearBuilt', 'yearRenovated', 'qualityGrade', 'conditionGrade']]",
    "why": NotRequired["str"],
    "warnings": NotRequired["list[Warning]"],
})


class Operations(Caller):
    """Every operation, under the words of its path. None leaves a parameter out."""

    portal_keys = ("{portal}URL", "Property{Portal}URL", "daysOn{Portal}", "timeOn{Portal}", "listingDateTimeOn{Portal}", "is{Portal}Owned", "{portal}OwnedProperty", "mortgage{P}HLRates",)
    portal_parameters = ("daysOn{Portal}",)
    portal_texts = ("Accepts {Portal} Applications", "daysOn{Portal}",)
    rows = {"/agent/search": "agents", "/agent/for_sale": "forSaleListings", "/agent/for_rent": "forRentListings", "/agent/sold_properties": "pastSales", "/skip/byaddress": "PeopleDetails", "/search/byaddress": "searchResults", "/search/bypolygon": "searchResults", "/search/bycoordinates": "searchResults", "/search/bymapbounds": "searchResults", "/search/byaiprompt": "searchResults", "/search/byurl": "searchResults", "/search/bylocation": "searchResults", "/search/exp/bydestination": "searchResults"}

    def pro_by_address(
        self,
        *,
        propertyaddress: str,
        changes: bool | None = None,
        as_of: str | None = None,
    ) -> Result[FullDocument]:
        """Everything known about the property at this address. Answers at /client/byaddress, too. Costs 1 credit."""
        return self._ask("A", "/pro/byaddress", locals())

    def by_address(
        self,
        *,
        propertyaddress: str,
        as_of: str | None = None,
    ) -> Result[TrimmedDocument]:
        """The main facts of the property at this address. Costs 1 credit."""
        return self._ask("A", "/byaddress", locals())

    def pro_by_zpid(
        self,
        *,
        zpid: str | int,
        changes: bool | None = None,
        as_of: str | None = None,
    ) -> Result[FullDocument]:
        """Everything known about the property with this id. Answers at /custom_ac/byzpid, /custom_ad/byzpid, too. Costs 1 credit."""
        return self._ask("A", "/pro/byzpid", locals())

    def by_zpid(
        self,
        *,
        zpid: str | int,
        as_of: str | None = None,
    ) -> Result[TrimmedDocument]:
        """The main facts of the property with this id. Costs 1 credit."""
        return self._ask("A", "/byzpid", locals())

    def pro_by_url(
        self,
        *,
        url: str,
        changes: bool | None = None,
        as_of: str | None = None,
    ) -> Result[FullDocument]:
        """Everything known about the property with this URL. Costs 1 credit."""
        return self._ask("A", "/pro/byurl", locals())

    def by_url(
        self,
        *,
        url: str | None = None,
        as_of: str | None = None,
    ) -> Result[TrimmedDocument]:
        """The main facts of the property with this URL. At least one of url. Costs 1 credit."""
        return self._ask("A", "/byurl", locals())

    def autocomplete(
        self,
        *,
        query: str,
        latitude: float | None = None,
        longitude: float | None = None,
        totals: bool | None = None,
    ) -> Result[Suggestions]:
        """Completions of what has been typed so far: at most ten addresses and regions, most likely first. One slip of the fingers is forgiven; where nothing begins so, places are told that a search would offer for the name. latitude and longitude go together. Costs 1 credit."""
        return self._ask("A", "/autocomplete", locals())

    def apartment_details(
        self,
        *,
        bylotid: str | None = None,
        byapturl: str | None = None,
    ) -> Result[ApartmentDetails]:
        """An apartment building: its floor plans, its units and what is available. At least one of bylotid, byapturl. When several of them are given, the first in this order counts. Costs 1 credit."""
        return self._ask("A", "/apartment_details", locals())

    def lot_id_from_address(
        self,
        *,
        propertyaddress: str,
    ) -> Result[LotIds]:
        """The buildings at an address, or the buildings that the homes there belong to. Costs 1 credit."""
        return self._ask("A", "/lotid_from_address", locals())

    def graph_charts(
        self,
        *,
        which: Literal['zestimate_history', 'rent_zestimate_history', 'listing_price', 'zestimate_percent_change', 'tax_assessment', 'tax_paid'],
        recent_first: bool,
        byzpid: str | int | None = None,
        byurl: str | None = None,
        byaddress: str | None = None,
        as_of: str | None = None,
    ) -> Result[Chart]:
        """Ten years of data for a property, its city and its ZIP code, as the points of a chart. At least one of byzpid, byurl, byaddress. When several of them are given, the first in this order counts. Costs 1 credit."""
        return self._ask("A", "/graph_charts", locals())

    def owner_info(
        self,
        *,
        byzpid: str | int | None = None,
        byurl: str | None = None,
        byaddress: str | None = None,
    ) -> Result[OwnerInfo]:
        """Who offers a property: the agent or owner selling it (or who sold it), or whom to call about renting it. At least one of byzpid, byurl, byaddress. When several of them are given, the first in this order counts. Costs 1 credit."""
        return self._ask("A", "/ownerinfo", locals())

    def climate(
        self,
        *,
        byzpid: str | int | None = None,
        byurl: str | None = None,
        byaddress: str | None = None,
    ) -> Result[Climate]:
        """The climate risks of a property, peril by peril, as scored by every source in the catalogue. At least one of byzpid, byurl, byaddress. When several of them are given, the first in this order counts. Costs 1 credit."""
        return self._ask("A", "/climate", locals())

    def walk_transit_bike(
        self,
        *,
        byzpid: str | int | None = None,
        byurl: str | None = None,
        byaddress: str | None = None,
    ) -> Result[WalkTransitBike]:
        """How well a property can be lived in on foot, by public transit and by bike, as its source scores it. At least one of byzpid, byurl, byaddress. When several of them are given, the first in this order counts. Costs 1 credit."""
        return self._ask("A", "/walk_transit_bike", locals())

    def price_history(
        self,
        *,
        byzpid: str | int | None = None,
        byurl: str | None = None,
        byaddress: str | None = None,
        as_of: str | None = None,
    ) -> Result[PriceHistory]:
        """The price history of a property, newest first. At least one of byzpid, byurl, byaddress. When several of them are given, the first in this order counts. Costs 1 credit."""
        return self._ask("A", "/pricehistory", locals())

    def tax_info(
        self,
        *,
        byzpid: str | int | None = None,
        byurl: str | None = None,
        byaddress: str | None = None,
        as_of: str | None = None,
    ) -> Result[TaxInfo]:
        """The yearly assessments and taxes of a property, newest first. At least one of byzpid, byurl, byaddress. When several of them are given, the first in this order counts. Costs 1 credit."""
        return self._ask("A", "/taxinfo", locals())

    def prop_images(
        self,
        *,
        byzpid: str | int | None = None,
        byurl: str | None = None,
        byaddress: str | None = None,
    ) -> Result[Images]:
        """The pictures of a property. At least one of byzpid, byurl, byaddress. When several of them are given, the first in this order counts. Costs 1 credit."""
        return self._ask("A", "/propimages", locals())

    def comparable_homes(
        self,
        *,
        byzpid: str | int | None = None,
        byurl: str | None = None,
        byaddress: str | None = None,
        as_of: str | None = None,
    ) -> Result[ComparableHomes]:
        """Homes sold in the last year that say the most about what this one is worth, and the value that each suggests. At least one of byzpid, byurl, byaddress. When several of them are given, the first in this order counts. Costs 1 credit."""
        return self._ask("A", "/comparable_homes", locals())

    def similar(
        self,
        *,
        byzpid: str | int | None = None,
        byurl: str | None = None,
        byaddress: str | None = None,
        bylotid: str | None = None,
    ) -> Result[SimilarHomes]:
        """Homes on the market like this one, or like the units of this building, most similar first. At least one of byzpid, byurl, byaddress, bylotid. When several of them are given, the first in this order counts. Costs 1 credit."""
        return self._ask("A", "/similar", locals())

    def nearby(
        self,
        *,
        byzpid: str | int | None = None,
        byurl: str | None = None,
        byaddress: str | None = None,
        bylotid: str | None = None,
    ) -> Result[NearbyHomes]:
        """The nearest homes and buildings, on the market or not, nearest first. At least one of byzpid, byurl, byaddress, bylotid. When several of them are given, the first in this order counts. Costs 1 credit."""
        return self._ask("A", "/nearby", locals())

    def agent_search(
        self,
        *,
        location: str | None = None,
        agentName: str | None = None,
        page: int | None = None,
        isBuying: bool | None = None,
        isSelling: bool | None = None,
        isTopAgent: bool | None = None,
        priceRange: str | None = None,
        specialties: str | Sequence[str] | None = None,
        languages: str | Sequence[str] | None = None,
    ) -> Result[AgentSearch]:
        """Agents by place, name, specialty, language and sales; top agents first, then those with the most sales. Costs 1 credit."""
        return self._ask("A", "/agent/search", locals())

    def agent_details(
        self,
        *,
        agent_link: str | None = None,
        username: str | None = None,
    ) -> Result[AgentDetails]:
        """An agent’s profile, with past sales and current listings. At least one of agent_link, username. When several of them are given, the first in this order counts. Costs 1 credit."""
        return self._ask("A", "/agent/details", locals())

    def agent_for_sale(
        self,
        *,
        encodedZuid: str,
        page: int | None = None,
    ) -> Result[AgentForSale]:
        """An agent’s homes for sale, newest listing first. Costs 1 credit."""
        return self._ask("A", "/agent/for_sale", locals())

    def agent_for_rent(
        self,
        *,
        encodedZuid: str,
        page: int | None = None,
    ) -> Result[AgentForRent]:
        """An agent’s homes for rent, newest listing first. Costs 1 credit."""
        return self._ask("A", "/agent/for_rent", locals())

    def agent_sold_properties(
        self,
        *,
        encodedZuid: str,
        page: int | None = None,
    ) -> Result[AgentSold]:
        """Sales in which an agent represented the buyer, the seller or both, latest first. Costs 1 credit."""
        return self._ask("A", "/agent/sold_properties", locals())

    def skip_by_address(
        self,
        *,
        street: str,
        citystatezip: str,
        page: int | None = None,
    ) -> Result[PeopleAtAddress]:
        """People who live or have lived at an address, current residents first. Together, street and citystatezip must give a house number, a street, and either a ZIP code or a city with its state. Costs 6 credits; the plan must open skip tracing."""
        return self._ask("A", "/skip/byaddress", locals())

    def skip_details_by_id(
        self,
        *,
        peo_id: str,
    ) -> Result[PersonDetails]:
        """What is known about a person: phone numbers, e-mail addresses, current and past addresses, relatives, associates. Costs 6 credits; the plan must open skip tracing."""
        return self._ask("A", "/skip/detailsbyid", locals())

    def search_by_address(
        self,
        *,
        location: str | Sequence[str],
        listingStatus: Literal['For_Sale', 'For_Rent', 'Sold'],
        sortOrder: Literal['Homes_for_you', 'Rental_Priority_Score', 'Price_High_to_Low', 'Price_Low_to_High', 'Newest', 'Bedrooms', 'Bathrooms', 'Square_Feet', 'Lot_Size', 'Year_Built'] | None = None,
        page: int | None = None,
        listingType: Literal['Any', 'By_Agent', 'By_Owner_and_Other'] | None = None,
        listingTypeOptions: str | Sequence[str] | None = None,
        propertyStatus: str | Sequence[str] | None = None,
        bed_min: Literal['No_Min', 'Studio', '1', '2', '3', '4', '5'] | int | None = None,
        bed_max: Literal['No_Max', 'Studio', '1', '2', '3', '4', '5'] | int | None = None,
        bathrooms: Literal['Any', 'OnePlus', 'OneHalfPlus', 'TwoPlus', 'ThreePlus', 'FourPlus'] | None = None,
        listPriceRange: str | Range | None = None,
        squareFeetRange: str | Range | None = None,
        lotSizeRange: str | Range | None = None,
        yearBuiltRange: str | Range | None = None,
        monthlyPayment: str | Range | None = None,
        downPayment: float | None = None,
        homeType: str | Sequence[str] | None = None,
        space: str | Sequence[str] | None = None,
        maxHOA: Literal['Any', 'No_HOA_Fee', '50_dollars_month', '100_dollars_month', '200_dollars_month', '300_dollars_month', '400_dollars_month', '500_dollars_month', '600_dollars_month', '700_dollars_month', '800_dollars_month', '900_dollars_month', '1000_dollars_month'] | None = None,
        incIncompleteHOA: bool | None = None,
        tours: str | Sequence[str] | None = None,
        move_in_date: str | None = None,
        hideNoDateListings: bool | None = None,
        parkingSpots: Literal['Any', 'OnePlus', 'TwoPlus', 'ThreePlus', 'FourPlus'] | None = None,
        haveGarage: bool | None = None,
        mustHaveBasement: Literal['No', 'Yes_Finished', 'Yes_Unfinished', 'Yes_Both'] | None = None,
        singleStoryOnly: bool | None = None,
        hide55plusComm: bool | None = None,
        pets: str | Sequence[str] | None = None,
        otherAmenities: str | Sequence[str] | None = None,
        view: str | Sequence[str] | None = None,
        daysOnPortal: Literal['Any', '1_day', '7_days', '14_days', '30_days', '90_days', '6_months', '12_months', '24_months', '36_months'] | None = None,
        soldInLast: Literal['Any', '1_day', '7_days', '14_days', '30_days', '90_days', '6_months', '12_months', '24_months', '36_months'] | None = None,
        keywords: str | None = None,
        inLayer: str | Sequence[str] | None = None,
        notInLayer: str | Sequence[str] | None = None,
        explain: bool | None = None,
        pageSize: int | None = None,
        part: str | None = None,
        facets: str | Sequence[str] | None = None,
        as_of: str | None = None,
    ) -> Result[Search]:
        """Homes at an address or in neighbourhoods, cities, ZIP codes, counties and states, up to five at once. Values of listingTypeOptions that the listingType excludes match nothing; the others count. bed_min must not exceed bed_max. downPayment counts only with monthlyPayment. Values of homeType that are for other kinds of listings match nothing; the others count. The values of tours depend on listingStatus. The values of otherAmenities depend on listingStatus. Costs 1 credit."""
        return self._ask("A", "/search/byaddress", locals())

    def search_by_polygon(
        self,
        *,
        polygon: str | Sequence[str],
        listingStatus: Literal['For_Sale', 'For_Rent', 'Sold'],
        sortOrder: Literal['Homes_for_you', 'Rental_Priority_Score', 'Price_High_to_Low', 'Price_Low_to_High', 'Newest', 'Bedrooms', 'Bathrooms', 'Square_Feet', 'Lot_Size', 'Year_Built'] | None = None,
        page: int | None = None,
        listingType: Literal['By_Agent', 'By_Owner_and_Other', 'Any'] | None = None,
        listingTypeOptions: str | Sequence[str] | None = None,
        propertyStatus: str | Sequence[str] | None = None,
        bed_min: Literal['No_Min', 'Studio', '1', '2', '3', '4', '5'] | int | None = None,
        bed_max: Literal['No_Max', 'Studio', '1', '2', '3', '4', '5'] | int | None = None,
        bathrooms: Literal['Any', 'OnePlus', 'OneHalfPlus', 'TwoPlus', 'ThreePlus', 'FourPlus'] | None = None,
        listPriceRange: str | Range | None = None,
        squareFeetRange: str | Range | None = None,
        lotSizeRange: str | Range | None = None,
        yearBuiltRange: str | Range | None = None,
        monthlyPayment: str | Range | None = None,
        downPayment: float | None = None,
        homeType: str | Sequence[str] | None = None,
        space: str | Sequence[str] | None = None,
        maxHOA: Literal['Any', 'No_HOA_Fee', '50_dollars_month', '100_dollars_month', '200_dollars_month', '300_dollars_month', '400_dollars_month', '500_dollars_month', '600_dollars_month', '700_dollars_month', '800_dollars_month', '900_dollars_month', '1000_dollars_month'] | None = None,
        incIncompleteHOA: bool | None = None,
        tours: str | Sequence[str] | None = None,
        move_in_date: str | None = None,
        hideNoDateListings: bool | None = None,
        parkingSpots: Literal['Any', 'OnePlus', 'TwoPlus', 'ThreePlus', 'FourPlus'] | None = None,
        haveGarage: bool | None = None,
        mustHaveBasement: Literal['No', 'Yes_Finished', 'Yes_Unfinished', 'Yes_Both'] | None = None,
        singleStoryOnly: bool | None = None,
        hide55plusComm: bool | None = None,
        pets: str | Sequence[str] | None = None,
        otherAmenities: str | Sequence[str] | None = None,
        view: str | Sequence[str] | None = None,
        daysOnPortal: Literal['Any', '1_day', '7_days', '14_days', '30_days', '90_days', '6_months', '12_months', '24_months', '36_months'] | None = None,
        soldInLast: Literal['Any', '1_day', '7_days', '14_days', '30_days', '90_days', '6_months', '12_months', '24_months', '36_months'] | None = None,
        keywords: str | None = None,
        inLayer: str | Sequence[str] | None = None,
        notInLayer: str | Sequence[str] | None = None,
        explain: bool | None = None,
        pageSize: int | None = None,
        part: str | None = None,
        facets: str | Sequence[str] | None = None,
        as_of: str | None = None,
    ) -> Result[Search]:
        """Homes in a polygon. Owner Posted among listingTypeOptions counts only with listingType By_Owner_and_Other. Values of listingTypeOptions that the listingType excludes match nothing; the others count. bed_min must not exceed bed_max. downPayment counts only with monthlyPayment. Values of homeType that are for other kinds of listings match nothing; the others count. The values of tours depend on listingStatus. The values of otherAmenities depend on listingStatus. Costs 1 credit."""
        return self._ask("A", "/search/bypolygon", locals())

    def search_by_coordinates(
        self,
        *,
        latitude: float,
        longitude: float,
        radius: float,
        listingStatus: Literal['For_Sale', 'For_Rent', 'Sold'],
        sortOrder: Literal['Homes_for_you', 'Rental_Priority_Score', 'Price_High_to_Low', 'Price_Low_to_High', 'Newest', 'Bedrooms', 'Bathrooms', 'Square_Feet', 'Lot_Size', 'Year_Built'] | None = None,
        page: int | None = None,
        listingType: Literal['By_Agent', 'By_Owner_and_Other', 'Any'] | None = None,
        listingTypeOptions: str | Sequence[str] | None = None,
        propertyStatus: str | Sequence[str] | None = None,
        bed_min: Literal['No_Min', 'Studio', '1', '2', '3', '4', '5'] | int | None = None,
        bed_max: Literal['No_Max', 'Studio', '1', '2', '3', '4', '5'] | int | None = None,
        bathrooms: Literal['Any', 'OnePlus', 'OneHalfPlus', 'TwoPlus', 'ThreePlus', 'FourPlus'] | None = None,
        listPriceRange: str | Range | None = None,
        squareFeetRange: str | Range | None = None,
        lotSizeRange: str | Range | None = None,
        yearBuiltRange: str | Range | None = None,
        monthlyPayment: str | Range | None = None,
        downPayment: float | None = None,
        homeType: str | Sequence[str] | None = None,
        space: str | Sequence[str] | None = None,
        maxHOA: Literal['Any', 'No_HOA_Fee', '50_dollars_month', '100_dollars_month', '200_dollars_month', '300_dollars_month', '400_dollars_month', '500_dollars_month', '600_dollars_month', '700_dollars_month', '800_dollars_month', '900_dollars_month', '1000_dollars_month'] | None = None,
        incIncompleteHOA: bool | None = None,
        tours: str | Sequence[str] | None = None,
        move_in_date: str | None = None,
        hideNoDateListings: bool | None = None,
        parkingSpots: Literal['Any', 'OnePlus', 'TwoPlus', 'ThreePlus', 'FourPlus'] | None = None,
        haveGarage: bool | None = None,
        mustHaveBasement: Literal['No', 'Yes_Finished', 'Yes_Unfinished', 'Yes_Both'] | None = None,
        singleStoryOnly: bool | None = None,
        hide55plusComm: bool | None = None,
        pets: str | Sequence[str] | None = None,
        otherAmenities: str | Sequence[str] | None = None,
        view: str | Sequence[str] | None = None,
        daysOnPortal: Literal['Any', '1_day', '7_days', '14_days', '30_days', '90_days', '6_months', '12_months', '24_months', '36_months'] | None = None,
        soldInLast: Literal['Any', '1_day', '7_days', '14_days', '30_days', '90_days', '6_months', '12_months', '24_months', '36_months'] | None = None,
        keywords: str | None = None,
        inLayer: str | Sequence[str] | None = None,
        notInLayer: str | Sequence[str] | None = None,
        explain: bool | None = None,
        pageSize: int | None = None,
        part: str | None = None,
        facets: str | Sequence[str] | None = None,
        as_of: str | None = None,
    ) -> Result[Search]:
        """Homes in a circle. Owner Posted among listingTypeOptions counts only with listingType By_Owner_and_Other. Values of listingTypeOptions that the listingType excludes match nothing; the others count. bed_min must not exceed bed_max. downPayment counts only with monthlyPayment. Values of homeType that are for other kinds of listings match nothing; the others count. The values of tours depend on listingStatus. The values of otherAmenities depend on listingStatus. Costs 1 credit."""
        return self._ask("A", "/search/bycoordinates", locals())

    def search_by_map_bounds(
        self,
        *,
        eastLongitude: float,
        northLatitude: float,
        southLatitude: float,
        westLongitude: float,
        listingStatus: Literal['For_Sale', 'For_Rent', 'Sold'],
        sortOrder: Literal['Homes_for_you', 'Rental_Priority_Score', 'Price_High_to_Low', 'Price_Low_to_High', 'Newest', 'Bedrooms', 'Bathrooms', 'Square_Feet', 'Lot_Size', 'Year_Built'] | None = None,
        page: int | None = None,
        listingType: Literal['By_Agent', 'By_Owner_and_Other', 'Any'] | None = None,
        listingTypeOptions: str | Sequence[str] | None = None,
        propertyStatus: str | Sequence[str] | None = None,
        bed_min: Literal['No_Min', 'Studio', '1', '2', '3', '4', '5'] | int | None = None,
        bed_max: Literal['No_Max', 'Studio', '1', '2', '3', '4', '5'] | int | None = None,
        bathrooms: Literal['Any', 'OnePlus', 'OneHalfPlus', 'TwoPlus', 'ThreePlus', 'FourPlus'] | None = None,
        listPriceRange: str | Range | None = None,
        squareFeetRange: str | Range | None = None,
        lotSizeRange: str | Range | None = None,
        yearBuiltRange: str | Range | None = None,
        monthlyPayment: str | Range | None = None,
        downPayment: float | None = None,
        homeType: str | Sequence[str] | None = None,
        space: str | Sequence[str] | None = None,
        maxHOA: Literal['Any', 'No_HOA_Fee', '50_dollars_month', '100_dollars_month', '200_dollars_month', '300_dollars_month', '400_dollars_month', '500_dollars_month', '600_dollars_month', '700_dollars_month', '800_dollars_month', '900_dollars_month', '1000_dollars_month'] | None = None,
        incIncompleteHOA: bool | None = None,
        tours: str | Sequence[str] | None = None,
        move_in_date: str | None = None,
        hideNoDateListings: bool | None = None,
        parkingSpots: Literal['Any', 'OnePlus', 'TwoPlus', 'ThreePlus', 'FourPlus'] | None = None,
        haveGarage: bool | None = None,
        mustHaveBasement: Literal['No', 'Yes_Finished', 'Yes_Unfinished', 'Yes_Both'] | None = None,
        singleStoryOnly: bool | None = None,
        hide55plusComm: bool | None = None,
        pets: str | Sequence[str] | None = None,
        otherAmenities: str | Sequence[str] | None = None,
        view: str | Sequence[str] | None = None,
        daysOnPortal: Literal['Any', '1_day', '7_days', '14_days', '30_days', '90_days', '6_months', '12_months', '24_months', '36_months'] | None = None,
        soldInLast: Literal['Any', '1_day', '7_days', '14_days', '30_days', '90_days', '6_months', '12_months', '24_months', '36_months'] | None = None,
        keywords: str | None = None,
        inLayer: str | Sequence[str] | None = None,
        notInLayer: str | Sequence[str] | None = None,
        explain: bool | None = None,
        pageSize: int | None = None,
        part: str | None = None,
        facets: str | Sequence[str] | None = None,
        as_of: str | None = None,
    ) -> Result[Search]:
        """Homes within map bounds: between two longitudes and two latitudes. southLatitude must not exceed northLatitude. Owner Posted among listingTypeOptions counts only with listingType By_Owner_and_Other. Values of listingTypeOptions that the listingType excludes match nothing; the others count. bed_min must not exceed bed_max. downPayment counts only with monthlyPayment. Values of homeType that are for other kinds of listings match nothing; the others count. The values of tours depend on listingStatus. The values of otherAmenities depend on listingStatus. Costs 1 credit."""
        return self._ask("A", "/search/bymapbounds", locals())

    def search_by_ai_prompt(
        self,
        *,
        ai_search_prompt: str,
        sortOrder: Literal['Homes_for_you', 'Rental_Priority_Score', 'Price_High_to_Low', 'Price_Low_to_High', 'Newest', 'Bedrooms', 'Bathrooms', 'Square_Feet', 'Lot_Size', 'Year_Built'] | None = None,
        page: int | None = None,
        keywords: str | None = None,
        facets: str | Sequence[str] | None = None,
    ) -> Result[SearchByPrompt]:
        """Homes that a sentence asks for: the search by address, with its filters read from plain English by rules. Costs 1 credit."""
        return self._ask("A", "/search/byaiprompt", locals())

    def search_by_url(
        self,
        *,
        url: str,
        page: int | None = None,
        facets: str | Sequence[str] | None = None,
    ) -> Result[SearchByUrl]:
        """The homes on a portal's page of search results, given the URL of that page. Costs 1 credit."""
        return self._ask("A", "/search/byurl", locals())

    def search_by_mls(
        self,
        *,
        mlsid: str,
        listingStatus: Literal['Any', 'For_Sale', 'For_Rent', 'Sold'] | None = None,
        homeType: str | Sequence[str] | None = None,
        listingType: Literal['Any', 'By_Agent', 'By_Owner_and_Other'] | None = None,
        listingTypeOptions: str | Sequence[str] | None = None,
    ) -> Result[SearchByMls]:
        """The home with this number of a multiple listing service. Values of homeType that are for other kinds of listings match nothing; the others count. With another listingStatus than For_Sale, listingType and listingTypeOptions have no effect. Owner Posted among listingTypeOptions counts only with listingType By_Owner_and_Other. Values of listingTypeOptions that the listingType excludes match nothing; the others count. Costs 1 credit."""
        return self._ask("A", "/search/bymls", locals())

    def search_plan(
        self,
        *,
        listingStatus: Literal['For_Sale', 'For_Rent', 'Sold'],
        location: str | Sequence[str] | None = None,
        polygon: str | Sequence[str] | None = None,
        latitude: float | None = None,
        longitude: float | None = None,
        radius: float | None = None,
        eastLongitude: float | None = None,
        northLatitude: float | None = None,
        southLatitude: float | None = None,
        westLongitude: float | None = None,
        sortOrder: Literal['Homes_for_you', 'Rental_Priority_Score', 'Price_High_to_Low', 'Price_Low_to_High', 'Newest', 'Bedrooms', 'Bathrooms', 'Square_Feet', 'Lot_Size', 'Year_Built'] | None = None,
        listingType: Literal['Any', 'By_Agent', 'By_Owner_and_Other'] | None = None,
        listingTypeOptions: str | Sequence[str] | None = None,
        propertyStatus: str | Sequence[str] | None = None,
        bed_min: Literal['No_Min', 'Studio', '1', '2', '3', '4', '5'] | int | None = None,
        bed_max: Literal['No_Max', 'Studio', '1', '2', '3', '4', '5'] | int | None = None,
        bathrooms: Literal['Any', 'OnePlus', 'OneHalfPlus', 'TwoPlus', 'ThreePlus', 'FourPlus'] | None = None,
        listPriceRange: str | Range | None = None,
        squareFeetRange: str | Range | None = None,
        lotSizeRange: str | Range | None = None,
        yearBuiltRange: str | Range | None = None,
        monthlyPayment: str | Range | None = None,
        downPayment: float | None = None,
        homeType: str | Sequence[str] | None = None,
        space: str | Sequence[str] | None = None,
        maxHOA: Literal['Any', 'No_HOA_Fee', '50_dollars_month', '100_dollars_month', '200_dollars_month', '300_dollars_month', '400_dollars_month', '500_dollars_month', '600_dollars_month', '700_dollars_month', '800_dollars_month', '900_dollars_month', '1000_dollars_month'] | None = None,
        incIncompleteHOA: bool | None = None,
        tours: str | Sequence[str] | None = None,
        move_in_date: str | None = None,
        hideNoDateListings: bool | None = None,
        parkingSpots: Literal['Any', 'OnePlus', 'TwoPlus', 'ThreePlus', 'FourPlus'] | None = None,
        haveGarage: bool | None = None,
        mustHaveBasement: Literal['No', 'Yes_Finished', 'Yes_Unfinished', 'Yes_Both'] | None = None,
        singleStoryOnly: bool | None = None,
        hide55plusComm: bool | None = None,
        pets: str | Sequence[str] | None = None,
        otherAmenities: str | Sequence[str] | None = None,
        view: str | Sequence[str] | None = None,
        daysOnPortal: Literal['Any', '1_day', '7_days', '14_days', '30_days', '90_days', '6_months', '12_months', '24_months', '36_months'] | None = None,
        soldInLast: Literal['Any', '1_day', '7_days', '14_days', '30_days', '90_days', '6_months', '12_months', '24_months', '36_months'] | None = None,
        keywords: str | None = None,
        inLayer: str | Sequence[str] | None = None,
        notInLayer: str | Sequence[str] | None = None,
    ) -> Result[SearchPlan]:
        """Splits a search by ZIP code, price and type into parts of at most 1000 results, each with a query that is ready to send. Together they hold every home exactly once. Exactly one complete area is given: location; polygon; latitude, longitude, radius; eastLongitude, northLatitude, southLatitude, westLongitude. southLatitude must not exceed northLatitude. Owner Posted among listingTypeOptions counts only with listingType By_Owner_and_Other. Values of listingTypeOptions that the listingType excludes match nothing; the others count. bed_min must not exceed bed_max. downPayment counts only with monthlyPayment. Values of homeType that are for other kinds of listings match nothing; the others count. The values of tours depend on listingStatus. The values of otherAmenities depend on listingStatus. Costs 1 credit."""
        return self._ask("A", "/search/plan", locals())

    def search_facets(
        self,
        *,
        listingStatus: Literal['For_Sale', 'For_Rent', 'Sold'],
        location: str | Sequence[str] | None = None,
        polygon: str | Sequence[str] | None = None,
        latitude: float | None = None,
        longitude: float | None = None,
        radius: float | None = None,
        eastLongitude: float | None = None,
        northLatitude: float | None = None,
        southLatitude: float | None = None,
        westLongitude: float | None = None,
        listingType: Literal['Any', 'By_Agent', 'By_Owner_and_Other'] | None = None,
        listingTypeOptions: str | Sequence[str] | None = None,
        propertyStatus: str | Sequence[str] | None = None,
        bed_min: Literal['No_Min', 'Studio', '1', '2', '3', '4', '5'] | int | None = None,
        bed_max: Literal['No_Max', 'Studio', '1', '2', '3', '4', '5'] | int | None = None,
        bathrooms: Literal['Any', 'OnePlus', 'OneHalfPlus', 'TwoPlus', 'ThreePlus', 'FourPlus'] | None = None,
        listPriceRange: str | Range | None = None,
        squareFeetRange: str | Range | None = None,
        lotSizeRange: str | Range | None = None,
        yearBuiltRange: str | Range | None = None,
        monthlyPayment: str | Range | None = None,
        downPayment: float | None = None,
        homeType: str | Sequence[str] | None = None,
        space: str | Sequence[str] | None = None,
        maxHOA: Literal['Any', 'No_HOA_Fee', '50_dollars_month', '100_dollars_month', '200_dollars_month', '300_dollars_month', '400_dollars_month', '500_dollars_month', '600_dollars_month', '700_dollars_month', '800_dollars_month', '900_dollars_month', '1000_dollars_month'] | None = None,
        incIncompleteHOA: bool | None = None,
        tours: str | Sequence[str] | None = None,
        move_in_date: str | None = None,
        hideNoDateListings: bool | None = None,
        parkingSpots: Literal['Any', 'OnePlus', 'TwoPlus', 'ThreePlus', 'FourPlus'] | None = None,
        haveGarage: bool | None = None,
        mustHaveBasement: Literal['No', 'Yes_Finished', 'Yes_Unfinished', 'Yes_Both'] | None = None,
        singleStoryOnly: bool | None = None,
        hide55plusComm: bool | None = None,
        pets: str | Sequence[str] | None = None,
        otherAmenities: str | Sequence[str] | None = None,
        view: str | Sequence[str] | None = None,
        daysOnPortal: Literal['Any', '1_day', '7_days', '14_days', '30_days', '90_days', '6_months', '12_months', '24_months', '36_months'] | None = None,
        soldInLast: Literal['Any', '1_day', '7_days', '14_days', '30_days', '90_days', '6_months', '12_months', '24_months', '36_months'] | None = None,
        keywords: str | None = None,
        inLayer: str | Sequence[str] | None = None,
        notInLayer: str | Sequence[str] | None = None,
        facets: str | Sequence[str] | None = None,
        as_of: str | None = None,
    ) -> Result[SearchFacets]:
        """Counts, figures and histograms of everything that a search finds, without its homes. Exactly one complete area is given: location; polygon; latitude, longitude, radius; eastLongitude, northLatitude, southLatitude, westLongitude. southLatitude must not exceed northLatitude. Owner Posted among listingTypeOptions counts only with listingType By_Owner_and_Other. Values of listingTypeOptions that the listingType excludes match nothing; the others count. bed_min must not exceed bed_max. downPayment counts only with monthlyPayment. Values of homeType that are for other kinds of listings match nothing; the others count. The values of tours depend on listingStatus. The values of otherAmenities depend on listingStatus. Costs 1 credit."""
        return self._ask("A", "/search/facets", locals())

    def changes(
        self,
        *,
        since: str | None = None,
        kinds: str | Sequence[str] | None = None,
        resultCount: int | None = None,
        wait: int | None = None,
        records: str | Sequence[str] | None = None,
        location: str | Sequence[str] | None = None,
        polygon: str | Sequence[str] | None = None,
        latitude: float | None = None,
        longitude: float | None = None,
        radius: float | None = None,
        eastLongitude: float | None = None,
        northLatitude: float | None = None,
        southLatitude: float | None = None,
        westLongitude: float | None = None,
        listingStatus: Literal['Any', 'For_Sale', 'For_Rent', 'Sold'] | None = None,
        listingTypeOptions: str | Sequence[str] | None = None,
        propertyStatus: str | Sequence[str] | None = None,
        bed_min: Literal['No_Min', 'Studio', '1', '2', '3', '4', '5'] | int | None = None,
        bed_max: Literal['No_Max', 'Studio', '1', '2', '3', '4', '5'] | int | None = None,
        bathrooms: Literal['Any', 'OnePlus', 'OneHalfPlus', 'TwoPlus', 'ThreePlus', 'FourPlus'] | None = None,
        listPriceRange: str | Range | None = None,
        squareFeetRange: str | Range | None = None,
        lotSizeRange: str | Range | None = None,
        yearBuiltRange: str | Range | None = None,
        monthlyPayment: str | Range | None = None,
        downPayment: float | None = None,
        homeType: str | Sequence[str] | None = None,
        space: str | Sequence[str] | None = None,
        maxHOA: Literal['Any', 'No_HOA_Fee', '50_dollars_month', '100_dollars_month', '200_dollars_month', '300_dollars_month', '400_dollars_month', '500_dollars_month', '600_dollars_month', '700_dollars_month', '800_dollars_month', '900_dollars_month', '1000_dollars_month'] | None = None,
        incIncompleteHOA: bool | None = None,
        tours: str | Sequence[str] | None = None,
        move_in_date: str | None = None,
        hideNoDateListings: bool | None = None,
        parkingSpots: Literal['Any', 'OnePlus', 'TwoPlus', 'ThreePlus', 'FourPlus'] | None = None,
        haveGarage: bool | None = None,
        mustHaveBasement: Literal['No', 'Yes_Finished', 'Yes_Unfinished', 'Yes_Both'] | None = None,
        singleStoryOnly: bool | None = None,
        hide55plusComm: bool | None = None,
        pets: str | Sequence[str] | None = None,
        otherAmenities: str | Sequence[str] | None = None,
        view: str | Sequence[str] | None = None,
        daysOnPortal: Literal['Any', '1_day', '7_days', '14_days', '30_days', '90_days', '6_months', '12_months', '24_months', '36_months'] | None = None,
        soldInLast: Literal['Any', '1_day', '7_days', '14_days', '30_days', '90_days', '6_months', '12_months', '24_months', '36_months'] | None = None,
        keywords: str | None = None,
        inLayer: str | Sequence[str] | None = None,
        notInLayer: str | Sequence[str] | None = None,
        listingType: Literal['Any', 'By_Agent', 'By_Owner_and_Other'] | None = None,
    ) -> Result[HomeChanges]:
        """What happened to homes since a moment or an earlier answer: new, gone, back, dearer, cheaper, sold, changed. At most one area is given, and that is complete: location; polygon; latitude, longitude, radius; eastLongitude, northLatitude, southLatitude, westLongitude. southLatitude must not exceed northLatitude. Owner Posted among listingTypeOptions counts only with listingType By_Owner_and_Other. Values of listingTypeOptions that the listingType excludes match nothing; the others count. bed_min must not exceed bed_max. downPayment counts only with monthlyPayment. Values of homeType that are for other kinds of listings match nothing; the others count. The values of tours depend on listingStatus. The values of otherAmenities depend on listingStatus. Costs 1 credit."""
        return self._ask("A", "/changes", locals())

    def layers(self) -> Result[Layers]:
        """The layers that the operator brought, in order of their names. Costs 1 credit."""
        return self._ask("A", "/layers", {})

    def layers_feature(
        self,
        *,
        layer: str,
        feature: str,
    ) -> Result[LayerFeature]:
        """One feature of a layer, with its outline as GeoJSON. Costs 1 credit."""
        return self._ask("A", "/layers/feature", locals())

    def housing_market(
        self,
        *,
        search_query: str,
        home_type: Literal['All_Homes', 'Single_Family', 'Condo'] | None = None,
        exclude_rentalMarketTrends: bool | None = None,
        exclude_neighborhoods_zhvi: bool | None = None,
        as_of: str | None = None,
    ) -> Result[HousingMarket]:
        """Home values, asking prices and sale prices in a place, and how they have changed. Costs 1 credit."""
        return self._ask("A", "/housing_market", locals())

    def rental_market(
        self,
        *,
        search_query: str,
        bedrooom_type: Literal['All_Bedrooms', 'Studio', '1_Bedroom', '2_Bedroom', '3_Bedroom', '4_Bedroom_Plus'] | None = None,
        bedroom_type: Literal['All_Bedrooms', 'Studio', '1_Bedroom', '2_Bedroom', '3_Bedroom', '4_Bedroom_Plus'] | None = None,
        zipcode_rents: bool | None = None,
        home_type: Literal['All_Property_Types', 'Houses', 'Apartments_and_Condos', 'Townhomes'] | None = None,
        as_of: str | None = None,
    ) -> Result[RentalMarket]:
        """Rents in a place, how they have changed, and how they compare. bedrooom_type and bedroom_type must not contradict each other. Costs 1 credit."""
        return self._ask("A", "/rental_market", locals())

    def valuation_backtest(
        self,
        *,
        search_query: str | None = None,
        kind: Literal['Price', 'Rent'] | None = None,
    ) -> Result[ValuationBacktest]:
        """How good the estimates of this service are on its own data: errors and intervals on sales that were held back, by county and ZIP code. Costs 1 credit."""
        return self._ask("A", "/valuation/backtest", locals())

    def valuation_what_if(
        self,
        *,
        byzpid: str | int | None = None,
        byurl: str | None = None,
        byaddress: str | None = None,
        bedroomsTotal: int | None = None,
        bathroomsTotal: float | None = None,
        livingArea: float | None = None,
        lotSize: float | None = None,
        yearBuilt: int | None = None,
        yearRenovated: int | None = None,
        qualityGrade: float | None = None,
        conditionGrade: float | None = None,
    ) -> Result[WhatIf]:
        """What a home would be worth with other facts: another bath or bedroom, size, lot, age or condition. At least one of byzpid, byurl, byaddress. When several of them are given, the first in this order counts. At least one of bedroomsTotal, bathroomsTotal, livingArea, lotSize, yearBuilt, yearRenovated, qualityGrade, conditionGrade. Costs 1 credit."""
        return self._ask("A", "/valuation/what_if", locals())

    def current_mortgage_rates(self) -> Result[MortgageRates]:
        """The latest mortgage rate of each product. Costs 1 credit."""
        return self._ask("A", "/current_mortgage_rates", {})

    def root(self) -> Result[Alive]:
        """Says that the service runs and the key works. Free of charge."""
        return self._ask(None, "/", {})

    def usage(self) -> Result[Usage]:
        """The plan of the key, its credits, and its calls of the period by day and operation. Free of charge."""
        return self._ask(None, "/usage", {})

    def usage_days(self) -> Result[UsageDays]:
        """Calls and credits of the key by day and operation, over the last 31 days and across periods and plans. Free of charge."""
        return self._ask(None, "/usage/days", {})

    def my_ping(self) -> Result[Ping]:
        """The same as `/`, for programs that ask here. Free of charge."""
        return self._ask(None, "/myping", {})

    def api_req_count(self) -> Result[RequestCount]:
        """How many requests of the period are used and how many are left, in the figures of `/usage`. Free of charge."""
        return self._ask(None, "/api_reqcount", {})

    def tiles(
        self,
        *,
        path: str,
        parameters: dict[str, Any] | None = None,
    ) -> Result[TileJson]:
        """Where the map tiles of a search of homes are, with all of its results, as TileJSON. Costs a key what the search costs, once an hour for all tiles of it; those of For_Sale, For_Rent, Sold are free of charge, and counts alone."""
        return self._ask("A", "/tiles", locals())

    def tiles_search(
        self,
        *,
        search: str,
    ) -> Result[TileJson]:
        """Where the map tiles of a search are that has a name, or of all homes of a class, as TileJSON. Costs a key what the search costs, once an hour for all tiles of it; those of For_Sale, For_Rent, Sold are free of charge, and counts alone."""
        return self._ask("A", "/tiles/{search}", locals())

    def searches(self) -> Result[SavedSearches]:
        """The saved searches of the key in this area. Free of charge."""
        return self._ask(None, "/searches", {})

    def searches_make(
        self,
        *,
        label: str | None = None,
        path: str | None = None,
        parameters: dict[str, Any] | None = None,
        sentence: str | None = None,
        url: str | None = None,
    ) -> Result[OneSavedSearch]:
        """Saves a search: a path with parameters, a sentence, or the address of a results page. Free of charge."""
        return self._ask(None, "/searches", locals(), "POST")

    def searches_show(
        self,
        *,
        id: str,
    ) -> Result[OneSavedSearch]:
        """A saved search. Free of charge."""
        return self._ask(None, "/searches/{id}", locals())

    def searches_change(
        self,
        *,
        id: str,
        label: str | None = None,
        path: str | None = None,
        parameters: dict[str, Any] | None = None,
        sentence: str | None = None,
        url: str | None = None,
        seen: str | None = None,
    ) -> Result[OneSavedSearch]:
        """Changes a saved search: its label, what it asks, or up to where its key has seen what is new. Free of charge."""
        return self._ask(None, "/searches/{id}", locals(), "PATCH")

    def searches_end(
        self,
        *,
        id: str,
    ) -> Result[OneSavedSearch]:
        """Ends a saved search, with the webhooks that are told of it alone, and answers it as it was. Free of charge."""
        return self._ask(None, "/searches/{id}", locals(), "DELETE")

    def searches_renew_feed(
        self,
        *,
        id: str,
    ) -> Result[OneSavedSearch]:
        """Gives the feed of a saved search an address, or another one: the one before leads nowhere then. Free of charge."""
        return self._ask(None, "/searches/{id}/feed", locals(), "POST")

    def searches_changes(
        self,
        *,
        id: str,
        since: str | None = None,
        resultCount: int | None = None,
    ) -> Result[SearchChanges]:
        """Reads what entered, left and changed among the results of a saved search since a cursor. Costs a credit for as many changes as rows of a page of `/odata`; an answer without changes is free."""
        return self._ask(None, "/searches/{id}/changes", locals())

    def webhooks(self) -> Result[Webhooks]:
        """The webhooks of the key. Free of charge."""
        return self._ask(None, "/webhooks", {})

    def webhooks_make(
        self,
        *,
        url: str,
        searchId: str | None = None,
    ) -> Result[WebhookSecrets]:
        """Makes a webhook: an address that is told when something is new for a saved search. Free of charge."""
        return self._ask(None, "/webhooks", locals(), "POST")

    def webhooks_show(
        self,
        *,
        id: str,
    ) -> Result[OneWebhook]:
        """A webhook. Free of charge."""
        return self._ask(None, "/webhooks/{id}", locals())

    def webhooks_change(
        self,
        *,
        id: str,
        url: str,
    ) -> Result[OneWebhook]:
        """Gives a webhook another address, or the same once more, and tries it again where it has ended. Free of charge."""
        return self._ask(None, "/webhooks/{id}", locals(), "PATCH")

    def webhooks_end(
        self,
        *,
        id: str,
    ) -> Result[OneWebhook]:
        """Ends a webhook, and answers it as it was. Free of charge."""
        return self._ask(None, "/webhooks/{id}", locals(), "DELETE")

    def webhooks_secrets(
        self,
        *,
        id: str,
    ) -> Result[WebhookSecrets]:
        """The secrets with which messages to a webhook are signed. Free of charge."""
        return self._ask(None, "/webhooks/{id}/secrets", locals())

    def webhooks_renew_secret(
        self,
        *,
        id: str,
    ) -> Result[WebhookSecrets]:
        """Gives a webhook a new secret beside the newest; the one before that signs no more. Free of charge."""
        return self._ask(None, "/webhooks/{id}/secrets", locals(), "POST")

    def webhooks_test(
        self,
        *,
        id: str,
    ) -> Result[WebhookTest]:
        """Sends a webhook a message to try it, once, and tells how it was answered. Free of charge."""
        return self._ask(None, "/webhooks/{id}/test", locals(), "POST")

    def search_by_location(
        self,
        *,
        location: str | Sequence[str],
        page: int | None = None,
        resultCount: int | None = None,
        sortOrder: Literal['Default', 'Newest', 'Price_Low_to_High', 'Price_High_to_Low', 'Area_Low_to_High', 'Area_High_to_Low', 'Price_Per_Meter_Low_to_High', 'Price_Per_Meter_High_to_Low'] | None = None,
        searchType: Literal['For_Sale', 'For_Rent'] | None = None,
        propertyType: Literal['Any', 'Apartment', 'House', 'Plot', 'Commercial', 'Warehouse', 'Room', 'Garage', 'Investment'] | None = None,
        market: Literal['Any', 'Primary', 'Secondary'] | None = None,
        ownerType: Literal['Any', 'Private', 'Agency', 'Developer'] | None = None,
        priceRange: str | Range | None = None,
        areaRange: str | Range | None = None,
        pricePerMeterRange: str | Range | None = None,
        plotAreaRange: str | Range | None = None,
        roomsRange: str | Range | None = None,
        yearBuiltRange: str | Range | None = None,
        buildingType: str | Sequence[str] | None = None,
        floors: str | Sequence[str] | None = None,
        buildingMaterial: str | Sequence[str] | None = None,
        heating: str | Sequence[str] | None = None,
        extras: str | Sequence[str] | None = None,
        media: str | Sequence[str] | None = None,
        daysSinceCreated: int | None = None,
        hasPhotos: bool | None = None,
        hasVideo: bool | None = None,
        has3DView: bool | None = None,
        openDay: bool | None = None,
        exclusiveOffer: bool | None = None,
        facets: str | Sequence[str] | None = None,
    ) -> Result[Offers]:
        """Property offers in cities, districts, counties and provinces, up to five at once. Costs 1 credit."""
        return self._ask("B", "/search/bylocation", locals())

    def changes_offers(
        self,
        *,
        since: str | None = None,
        kinds: str | Sequence[str] | None = None,
        resultCount: int | None = None,
        wait: int | None = None,
        location: str | None = None,
        searchType: Literal['Any', 'For_Sale', 'For_Rent'] | None = None,
        propertyType: Literal['Any', 'Apartment', 'House', 'Plot', 'Commercial', 'Warehouse', 'Room', 'Garage', 'Investment'] | None = None,
        market: Literal['Any', 'Primary', 'Secondary'] | None = None,
        ownerType: Literal['Any', 'Private', 'Agency', 'Developer'] | None = None,
        priceRange: str | Range | None = None,
        areaRange: str | Range | None = None,
        pricePerMeterRange: str | Range | None = None,
        plotAreaRange: str | Range | None = None,
        roomsRange: str | Range | None = None,
        yearBuiltRange: str | Range | None = None,
        buildingType: str | Sequence[str] | None = None,
        floors: str | Sequence[str] | None = None,
        buildingMaterial: str | Sequence[str] | None = None,
        heating: str | Sequence[str] | None = None,
        extras: str | Sequence[str] | None = None,
        media: str | Sequence[str] | None = None,
        daysSinceCreated: int | None = None,
        hasPhotos: bool | None = None,
        hasVideo: bool | None = None,
        has3DView: bool | None = None,
        openDay: bool | None = None,
        exclusiveOffer: bool | None = None,
    ) -> Result[OfferChanges]:
        """What happened to offers since a moment or an earlier answer: new, gone, dearer, cheaper or changed. Costs 1 credit."""
        return self._ask("B", "/changes/offers", locals())

    def search_exp_by_destination(
        self,
        *,
        searchDestinations: str | Sequence[str],
        checkIn: str | None = None,
        checkOut: str | None = None,
        adults: int | None = None,
        children: int | None = None,
        infants: int | None = None,
        experienceType: str | Sequence[str] | None = None,
        travelerType: str | Sequence[str] | None = None,
        pricePerGuest_min: float | None = None,
        pricePerGuest_max: float | None = None,
        minDuration: float | None = None,
        maxDuration: float | None = None,
        timeOfDay: str | Sequence[str] | None = None,
        hostLanguages: str | Sequence[str] | None = None,
        accessibilityFeatures: str | Sequence[str] | None = None,
        nextPageCursor: str | None = None,
        facets: str | Sequence[str] | None = None,
    ) -> Result[Experiences]:
        """Guest experiences in cities and countries, up to five at once, 40 per page. checkIn and checkOut are given together, and checkIn is not after checkOut. pricePerGuest_min must not exceed pricePerGuest_max. minDuration must not exceed maxDuration. Costs 1 credit."""
        return self._ask("C", "/search/exp/bydestination", locals())

    def changes_experiences(
        self,
        *,
        since: str | None = None,
        kinds: str | Sequence[str] | None = None,
        resultCount: int | None = None,
        wait: int | None = None,
        searchDestinations: str | None = None,
        checkIn: str | None = None,
        checkOut: str | None = None,
        adults: int | None = None,
        children: int | None = None,
        infants: int | None = None,
        experienceType: str | Sequence[str] | None = None,
        travelerType: str | Sequence[str] | None = None,
        pricePerGuest_min: float | None = None,
        pricePerGuest_max: float | None = None,
        minDuration: float | None = None,
        maxDuration: float | None = None,
        timeOfDay: str | Sequence[str] | None = None,
        hostLanguages: str | Sequence[str] | None = None,
        accessibilityFeatures: str | Sequence[str] | None = None,
    ) -> Result[ExperienceChanges]:
        """What happened to experiences since a moment or an earlier answer: new, gone, dearer, cheaper or changed. checkIn and checkOut are given together, and checkIn is not after checkOut. pricePerGuest_min must not exceed pricePerGuest_max. minDuration must not exceed maxDuration. Costs 1 credit."""
        return self._ask("C", "/changes/experiences", locals())
