"""Properties without a clock: on a busy machine an example may take as long as it likes."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "judge", deadline=None, database=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("judge")
