/** The content of a new `plans.yaml`: the default plans, with explanations for operators. */
export const DEFAULT_PLANS = `# The plans that keys can be on. Edit freely: a running service applies a change within a second.
# A file that cannot be read changes nothing until it is fixed; the log says what is wrong.
# Removing a plan shuts out the keys that are on it: move them first with ./plat keys plan KEYID NAME.
#
# Every plan must have:
#   credits            credits per period; most calls cost 1, a skip-tracing call 6, only answered calls are charged
#   period             month: begins on the day the key got the plan, at 00:00 UTC, and again every month
#                      once: begins on that day and never again
#   areas              which areas it opens: A (property data), B (offers), C (experiences)
#   skip               whether it opens skip tracing, the data about people: true, false, or
#                      purpose: only for keys that say what for (./plat keys create --purpose "tenant screening")
#   requestsPerSecond  calls per second in the long run; 0.5 is one call every two seconds
#   burst              calls that may come at once after a pause
#   callsInFlight      calls that may run at the same time
# and may have:
#   missesPerSecond    calls per second, in the long run, that are free because they found nothing or could not be read
#                      (400, 404, 409); half of requestsPerSecond by default
#   operator           true: it opens the pages for operators (/operator/...), which show all data, and show and change all keys; false by default
#   beyondCredits      refuse (the default): calls beyond the credits are not answered
#                      warn: they are answered and charged, and the header x-credits-over has the excess credits
#   rowsPerCredit      rows of a page of /odata that one credit pays for, 1 to 100,000; 200 by default

# For the demo key, which works only from this machine, and only for the sample catalog.
demo:
  credits: 1000000
  period: month
  areas: [A, B, C]
  skip: true
  requestsPerSecond: 20000
  burst: 40000
  callsInFlight: 1000

# For a first look: 250 calls of all areas, once.
trial:
  credits: 250
  period: once
  areas: [A, B, C]
  skip: false
  requestsPerSecond: 2
  burst: 5
  callsInFlight: 2

basic:
  credits: 10000
  period: month
  areas: [A, B, C]
  skip: false
  requestsPerSecond: 5
  burst: 20
  callsInFlight: 10

pro:
  credits: 250000
  period: month
  areas: [A, B, C]
  skip: purpose
  requestsPerSecond: 50
  burst: 100
  callsInFlight: 25

# For operators who are not on the machine of the service: the pages for operators, which are free, and no calls.
operator:
  credits: 0
  period: month
  areas: [A]
  skip: false
  operator: true
  requestsPerSecond: 10
  burst: 50
  callsInFlight: 10
`
